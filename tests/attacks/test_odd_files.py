"""Right code in files that are odd as bytes, by their path, or by what lies beside them."""

import pytest
from graded import P199, check, grade, solution

from judge.records import Submission


@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.encode() + b"\x0c\n",
        lambda text: b"# -*- coding: latin-1 -*-\n# caf\xe9\n" + text.encode("latin-1", "replace"),
    ],
    ids=["byte order mark", "CRLF", "CR", "form feed", "latin-1 with a cookie"],
)
def test_an_unusual_but_valid_file_is_judged_by_its_content(session, tmp_path, change):
    (tmp_path / "shard_tensor.py").write_bytes(change(solution(P199)))
    assert grade(session, P199, Submission(tmp_path), "q-rows", 2).verdict == "accepted"


@pytest.mark.parametrize(
    "data",
    [
        b"x = 1\0\n",
        "x = 1\n".encode("utf-16"),
        b"x = 'caf\xe9'\n",
        b"\x7fELF\x02\x01\x01" + bytes(100),
        b"# -*- coding: no-such-codec -*-\n",
        b"\xed\xa0\x80",
    ],
    ids=["zero byte", "UTF-16", "latin-1", "a program", "unknown codec", "half a character"],
)
def test_a_file_that_is_no_python_is_an_import_error(session, tmp_path, data):
    (tmp_path / "shard_tensor.py").write_bytes(data)
    check(grade(session, P199, Submission(tmp_path), "q-rows", 2), "import_error", "Error")


@pytest.mark.parametrize(
    "name", ["with space", "quote'\"", "new\nline", "ünï", "-rf", "%s{0}$HOME"]
)
def test_an_odd_path_makes_no_difference(session, tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    (folder / "shard_tensor.py").write_text(solution(P199))
    assert grade(session, P199, Submission(folder), "q-rows", 2).verdict == "accepted"


def test_files_beside_the_solution_are_not_run(session, tmp_path):
    ran = tmp_path / "ran"
    text = f"open({str(ran)!r}, 'w')\n"
    for name in ("conftest.py", "sitecustomize.py", "usercustomize.py", "torch.py", "numpy.py"):
        (tmp_path / name).write_text(text)
    (tmp_path / "evil.pth").write_text(f"import os; {text}")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --co\n")
    (tmp_path / "shard_tensor.py").write_text(solution(P199))
    assert grade(session, P199, Submission(tmp_path), "q-rows", 2).verdict == "accepted"
    assert not ran.exists()
