"""`%%submit` in a real kernel: what it shows, writes, keeps and grades."""

import pytest

from judge import catalog, stubs
from judge.source import Source

CH01 = catalog.find("ch01")
RIGHT = (catalog.solution_home(CH01) / "matmul.py").read_text(encoding="utf-8")
WRONG = "def divide(numerator, denominator):\n    return numerator // denominator\n"


def right(name):
    source = Source(RIGHT)
    return source.block(source.once(name), b"", b"\n").decode()


@pytest.fixture(scope="module")
def folder(course):
    return course / "chapters" / "ch01_where_to_cut"


@pytest.fixture
def file(folder):
    """The learner's file, as it was given."""
    path = folder / "matmul.py"
    path.write_text(stubs.stub(CH01, "matmul.py"), encoding="utf-8")
    return path


def test_a_right_cell_is_written_and_accepted(kernel, file):
    result = kernel.run("%%submit ch01.1\n" + right("divide"))
    assert "ACCEPTED  1 of 1 task done" in result.data[0]["text/plain"]
    assert right("divide") in file.read_text()


def test_what_is_replaced_is_shown(kernel, file):
    shown = kernel.run("%%submit ch01.1\n" + right("divide")).printed
    assert '-    raise NotImplementedError("ch01.1 divide or refuse")' in shown
    assert "+    return numerator // denominator" in shown


def test_a_wrong_cell_is_written_and_told_why(kernel, file):
    result = kernel.run("%%submit ch01.1\n" + WRONG)
    assert "FAIL  ch01.1" in result.data[0]["text/plain"]
    assert "FAIL" in result.data[0]["text/html"]
    assert WRONG in file.read_text()


def test_what_was_written_before_is_kept(kernel, file, course):
    before = file.read_text().replace("raise NotImplementedError", "raise OSError")
    file.write_text(before)
    shown = kernel.run("%%submit ch01.1\n" + WRONG).printed
    folder = shown.split("What was there is kept in ")[1].split()[0]
    assert (course / folder / "matmul.py").read_text() == before


def test_the_same_again_changes_nothing(kernel, file):
    kernel.run("%%submit ch01.1\n" + WRONG)
    before = file.stat().st_mtime_ns
    assert "holds this already" in kernel.run("%%submit ch01.1\n" + WRONG).printed
    assert file.stat().st_mtime_ns == before


def test_the_next_cell_uses_what_was_submitted(kernel, file):
    use = "%%yours\nfrom chapters.ch01_where_to_cut.matmul import divide\ndivide(7, 2)"
    assert "ch01.1 divide or refuse is not written yet" in kernel.run(use).text
    kernel.run("%%submit ch01.1\n" + WRONG)
    assert kernel.run(use).text.strip() == "3"


@pytest.mark.parametrize(
    "cell",
    [
        "%%submit ch01\ndef divid(a, b):\n    return a",
        "%%submit ch01\ndef divide(a, b:\n    return a",
        "%%submit ch01\nx = 1",
        "%%submit\n" + WRONG,
        "%%submit ch99\n" + WRONG,
        "%%submit ch01.99\n" + WRONG,
    ],
)
def test_what_cannot_be_placed_is_one_line_and_touches_nothing(kernel, file, cell):
    before = file.read_bytes()
    result = kernel.run(cell)
    assert result.status == "error"
    assert result.error
    assert "\n" not in result.error
    assert not result.data
    assert file.read_bytes() == before
