"""The real script in a learner's clone: where to begin, other Pythons, and real ranks."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from clones import command, make_clone

from judge import catalog, splice
from judge.catalog import ROOT

SOLUTIONS = ROOT / "solutions"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    return make_clone(tmp_path / "clone")


def test_a_fresh_clone_is_told_where_to_begin(clone: Path) -> None:
    done = command(clone, "check")
    assert done.returncode == 5, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Tensor parallelism, judged")
    assert "0 of" in lines[0]
    assert any(re.match(r"  ch01 .* NEXT ", line) for line in lines)
    assert re.match(r"Next: ch01.1 .*, chapters/ch01_where_to_cut/matmul.py:\d+", lines[-3])
    assert "chapters/ch01_where_to_cut/lesson." in lines[-2]
    assert lines[-1].endswith("python practice/judge.py ch01")


def test_the_next_step_is_the_line_of_the_first_open_task(clone: Path) -> None:
    done = command(clone, "next")
    place = re.search(r"(chapters/\S+\.py):(\d+)", done.stdout)
    assert place is not None
    line = (clone / place[1]).read_text().splitlines()[int(place[2]) - 1]
    assert line.startswith("def divide(")


def test_an_accepted_chapter_ends_with_the_first_task_of_the_next_one(clone: Path) -> None:
    own = Path("ch01_where_to_cut", "matmul.py")
    (clone / "chapters" / own).write_text((SOLUTIONS / own).read_text())
    done = command(clone, "ch01")
    assert done.returncode == 0, done.stdout + done.stderr
    last = done.stdout.split("  Next ")[-1]
    assert re.match(r" +ch02.1 .*, chapters/ch02_linear/linear.py:\d+\n", last)


def test_what_was_written_by_half_is_what_comes_next(clone: Path) -> None:
    stub = clone / "chapters" / "ch01_where_to_cut" / "matmul.py"
    text = stub.read_text()
    stub.write_text(re.sub(r'raise NotImplementedError\("ch01\.1.*"\)', "return 1", text))
    assert "Next: ch01.2" in command(clone, "next").stdout
    listed = command(clone, "list").stdout
    assert re.search(r"  ch01 .* begun ", listed) and re.search(r"  ch02 .* – ", listed)


def test_a_file_under_edit_that_does_not_parse_is_still_listed_and_shown(clone: Path) -> None:
    stub = clone / "chapters" / "ch01_where_to_cut" / "matmul.py"
    stub.write_text("def divide(:\n")
    for arguments in (["next"], ["list"], ["show", "ch01"]):
        done = command(clone, *arguments)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_missing_file_is_named_with_the_way_to_get_it_back(clone: Path) -> None:
    (clone / "chapters" / "ch02_linear" / "linear.py").unlink()
    done = command(clone, "ch02")
    assert done.returncode == 2
    assert "git checkout -- chapters/ch02_linear/linear.py" in done.stderr


def test_show_has_the_text_of_a_practice_problem_and_the_lines_of_its_tasks(
    fresh_clone: Path,
) -> None:
    done = command(fresh_clone, "show", "199")
    assert done.returncode == 0
    assert "an equal part of the columns" in done.stdout
    assert re.search(r"199\.2 shard_tensor +\S.* shard_tensor\.py:\d+", done.stdout)
    assert done.stdout.rstrip().endswith("python practice/judge.py 199")


def test_the_script_and_the_module_are_one(clone: Path) -> None:
    module = subprocess.run(
        [sys.executable, "-m", "judge", "list"], cwd=clone, capture_output=True, timeout=60
    )
    script = subprocess.run(
        [sys.executable, "judge.py", "list"],
        cwd=clone / "practice",
        capture_output=True,
        timeout=60,
    )
    assert module.returncode == script.returncode == 0
    assert module.stdout.replace(b"practice/judge.py", b"judge.py") == script.stdout


def test_a_python_without_the_dependencies_says_what_to_run_first(clone: Path) -> None:
    for start in (["practice/judge.py"], ["-m", "judge"]):
        done = subprocess.run(
            [sys.executable, "-S", "-E", *start, "list"],
            cwd=clone, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 3
        assert done.stdout == ""
        assert done.stderr == (
            "This Python has no torch, numpy, safetensors. "
            "Run `make check` first: it sets up .venv.\n"
        )


def venv_python(clone: Path, line: str) -> None:
    python = clone / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{line}\n")
    python.chmod(0o755)


def test_a_python_without_the_dependencies_moves_to_the_projects_own(clone: Path) -> None:
    venv_python(clone, f'exec "{sys.executable}" "$@"')
    bare = command(clone, "list", python=(sys.executable, "-S", "-E"))
    assert (bare.returncode, bare.stderr) == (0, "")
    assert bare.stdout == command(clone, "list").stdout


def test_arguments_survive_the_move(clone: Path) -> None:
    venv_python(clone, f'exec "{sys.executable}" "$@"')
    odd = "a b'\"$x"
    bare = command(clone, odd, python=(sys.executable, "-S", "-E"))
    assert bare.returncode == 2
    assert f"There is no problem {odd}." in bare.stderr


def test_an_environment_that_lacks_them_too_is_not_tried_for_ever(clone: Path) -> None:
    venv_python(clone, f'exec "{sys.executable}" -S -E "$@"')
    done = command(clone, "list", python=(sys.executable, "-S", "-E"))
    assert done.returncode == 3
    assert "Run `make check` first" in done.stderr


def test_starting_loads_neither_numpy_nor_torch_nor_rich() -> None:
    code = "import sys, judge.cli; print({'numpy', 'torch', 'rich'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "set()\n"


# the real ranks

HANG = """
_whole = shard_tensor
def shard_tensor(key, value, rank, size, num_kv_heads):
    while "o_proj" in key:
        pass
    return _whole(key, value, rank, size, num_kv_heads)
"""


def practice_solution() -> str:
    problem = catalog.find("199")
    return (catalog.solution_home(problem) / problem.files[0]).read_text(encoding="utf-8")


def test_real_ranks_accept_the_solution_and_record_it(clone: Path) -> None:
    mine = clone / "practice" / "199_shard_tensor" / "shard_tensor.py"
    mine.write_text(practice_solution())
    done = command(clone, "199")
    assert (done.returncode, done.stderr) == (0, "")
    assert "  ACCEPTED  2 of 2 tasks done" in done.stdout
    assert re.search(r"  199 +shard_tensor +passed", command(clone, "list").stdout)
    mine.write_text(practice_solution() + "# changed\n")
    assert re.search(r"  199 +shard_tensor +stale", command(clone, "list").stdout)


def test_real_ranks_find_a_wrong_answer_and_name_its_cause(
    fresh_clone: Path, tmp_path: Path
) -> None:
    wrong = ROOT / "judge" / "misconceptions" / "p199" / "kv-modulo.py"
    mine = tmp_path / "mine.py"
    mine.write_text(splice.replace_bodies(practice_solution(), wrong.read_text()))
    done = command(fresh_clone, "199", str(mine))
    assert done.returncode == 1
    assert "  FAIL  199.2 shard_tensor" in done.stdout
    assert "  Looks like  kv-modulo: " in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stopped_grading_shows_what_was_finished(
    number: int, fresh_clone: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(practice_solution() + HANG)
    script = [sys.executable, "practice/judge.py", "199", str(mine)]
    judge = subprocess.Popen(script, cwd=fresh_clone, stdout=subprocess.PIPE, text=True)
    assert judge.stdout is not None
    seen = [judge.stdout.readline(), judge.stdout.readline()]
    judge.send_signal(number)
    seen += judge.stdout.read().splitlines()
    assert judge.wait(timeout=60) == 130
    assert seen[1].startswith("  PASS  199.1")
    assert any(line.startswith("  STOPPED  199.2 shard_tensor") for line in seen)
