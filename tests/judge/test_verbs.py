"""watch, hint, solution, reset and the filters of list, as processes in a learner's clone."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from clones import command, make_clone

HINTS = '["ch02.4"]\nlevels = ["first words", "more words", "nearly the answer"]\n'
OTHERS = "".join(f'["ch02.{n}"]\nlevels = ["one", "two", "three"]\n' for n in (1, 2, 3, 5, 6))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    root = make_clone(tmp_path / "clone")
    (root / "judge" / "hints").mkdir(exist_ok=True)
    (root / "judge" / "hints" / "ch02.toml").write_text(HINTS + OTHERS)
    return root


def test_each_hint_says_more_and_the_last_leads_to_the_solution(clone: Path) -> None:
    said = [command(clone, "hint", "ch02.4").stdout for _ in range(4)]
    for text, words in zip(said, ["first words", "more words", "nearly", "nearly"], strict=True):
        assert words in text
    assert "more words" not in said[0]
    assert "judge.py hint ch02.4" in said[0]
    assert "judge.py solution ch02.4" in said[2]
    assert ["again, there are no more" in text for text in said] == [False, False, False, True]


def test_a_level_may_be_asked_for_and_a_lost_memory_costs_nothing(clone: Path) -> None:
    second = command(clone, "hint", "ch02.4", "2").stdout
    assert "first words" in second and "more words" in second and "nearly" not in second
    (clone / ".judge" / "hints.json").write_text("no JSON")
    assert "first words" in command(clone, "hint", "ch02.4").stdout


def test_a_hint_for_a_chapter_is_for_its_first_open_task(clone: Path) -> None:
    assert command(clone, "hint", "ch02").stdout.startswith("ch02.1 ")


def test_a_hint_for_nothing_is_for_what_comes_next(clone: Path) -> None:
    assert command(clone, "hint").stdout.startswith("ch01.1 ")


def test_show_of_a_task_says_what_it_asks_and_where_it_is(clone: Path) -> None:
    matmul = clone / "chapters" / "ch01_where_to_cut" / "matmul.py"
    matmul.write_text("# mine\n\n" + matmul.read_text().replace("raise Not", "return 7  # Not"))
    said = command(clone, "show", "ch01.2")
    assert said.returncode == 0
    head, _, *asked = said.stdout.splitlines()
    line = matmul.read_text().splitlines().index(next(x for x in asked if x.startswith("def ")))
    assert head.startswith("ch01.2 column and row shards, ") and head.endswith(f":{line + 1}")
    assert "return 7" not in said.stdout  # as it was given
    assert said.stdout.count("raise NotImplementedError") == 2
    assert asked[-1].split() == ["grade", "python", "practice/judge.py", "ch01.2"]
    unknown = command(clone, "show", "ch01.9")
    assert (unknown.returncode, unknown.stdout) == (2, "") and "ch01.5" in unknown.stderr


def test_verify_says_what_each_case_is_for(clone: Path) -> None:
    said = command(clone, "verify", "197")
    assert said.returncode == 0
    head, titles, *cases = said.stdout.splitlines()
    assert head.startswith("ok    197") and "of 4 hidden cases the only one" in head
    assert titles.split() == ["case", "rejects", "alone"]
    assert any("(worked example)" in case for case in cases)


def test_a_solution_is_shown_only_to_who_insists(clone: Path) -> None:
    asked = command(clone, "solution", "ch02.6")
    assert (asked.returncode, asked.stdout) == (2, "")
    assert "not accepted yet" in asked.stderr and "--yes" in asked.stderr
    told = command(clone, "solution", "ch02.6", "--yes")
    assert told.returncode == 0
    assert "partial_sum = F.linear" in told.stdout
    assert "def weight_loader" not in told.stdout


def test_starting_over_asks_and_keeps_the_learners_text(clone: Path) -> None:
    mine = clone / "chapters" / "ch02_linear" / "linear.py"
    given = mine.read_text()
    mine.write_text(given + "# my work\n")
    assert command(clone, "reset", "ch02").returncode == 2
    assert mine.read_text().endswith("# my work\n")
    done = command(clone, "reset", "ch02", "--yes")
    assert done.returncode == 0
    assert mine.read_text() == given
    [kept] = (clone / ".judge" / "backups").glob("*/linear.py")
    assert kept.read_text().endswith("# my work\n")
    back = done.stdout.splitlines()[-1].split()
    assert subprocess.run(["sh", "-c", " ".join(back)], cwd=clone).returncode == 0
    assert mine.read_text().endswith("# my work\n")
    assert command(clone, "reset", "ch02", "--yes").returncode == 0
    assert "as it was given" in command(clone, "reset", "ch02", "--yes").stdout


def test_a_file_that_was_deleted_is_there_again_as_given(clone: Path) -> None:
    mine = clone / "chapters" / "ch02_linear" / "linear.py"
    given = mine.read_text()
    mine.unlink()
    assert command(clone, "reset", "ch02", "--yes").stdout.strip() == "Done."
    assert mine.read_text() == given


def test_one_task_starts_over_and_the_rest_of_the_file_stays(clone: Path) -> None:
    mine = clone / "chapters" / "ch02_linear" / "linear.py"
    given = mine.read_text()
    solved = (clone / "solutions" / "ch02_linear" / "linear.py").read_text() + "# my work\n"
    mine.write_text(solved)
    assert "RowParallelLinear.forward in" in command(clone, "reset", "ch02.6").stderr
    assert mine.read_text() == solved
    assert command(clone, "reset", "ch02.6", "--yes").returncode == 0
    left = mine.read_text()
    assert left.count("NotImplementedError") == 1 and left.endswith("# my work\n")
    assert "raise NotImplementedError(\"ch02.6 row forward\")" in left and left != given
    [kept] = (clone / ".judge" / "backups").glob("*/linear.py")
    assert kept.read_text() == solved
    assert "ch02.6 is as it was given" in command(clone, "reset", "ch02.6", "--yes").stdout


def test_a_task_is_not_reset_in_a_file_that_cannot_be_read_as_python(clone: Path) -> None:
    mine = clone / "chapters" / "ch02_linear" / "linear.py"
    mine.write_text("def forward(self, x:\n    return x\n")
    done = command(clone, "reset", "ch02.6", "--yes")
    assert done.returncode == 2 and "line 1 of linear.py" in done.stderr
    assert "Nothing was written" in done.stderr and "Traceback" not in done.stderr
    assert mine.read_text() == "def forward(self, x:\n    return x\n"


def test_the_command_that_undoes_a_reset_works_in_any_folder(clone: Path) -> None:
    home = clone / "chapters" / "ch02_linear"
    (home / "linear.py").write_text("# my work\n")
    script = ["../../practice/judge.py", "reset", "ch02", "--yes"]
    done = subprocess.run([sys.executable, *script], cwd=home, capture_output=True, text=True)
    subprocess.run(["sh", "-c", done.stdout.splitlines()[-1]], cwd=home, check=True)
    assert (home / "linear.py").read_text() == "# my work\n"


def test_nothing_is_replaced_when_the_text_cannot_be_kept(clone: Path) -> None:
    mine = clone / "chapters" / "ch02_linear" / "linear.py"
    mine.write_text("# my work\n")
    (clone / ".judge").mkdir(exist_ok=True)
    (clone / ".judge" / "backups").write_text("in the way")
    done = command(clone, "reset", "ch02", "--yes")
    assert done.returncode == 2
    assert "Nothing was changed" in done.stderr
    assert mine.read_text() == "# my work\n"


def test_list_chooses_rows(clone: Path) -> None:
    every, chapters = command(clone, "list").stdout, command(clone, "list", "chapters").stdout
    assert "199 " in every and "ch02 " in every
    assert "199 " not in chapters and "ch02 " in chapters
    assert "ch02 " in command(clone, "list", "open").stdout
    assert "There is none." in command(clone, "list", "passed").stdout


@pytest.fixture
def watching(clone: Path) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    script = [sys.executable, str(clone / "practice" / "judge.py"), "watch", "199"]
    process = subprocess.Popen(
        script, cwd=clone, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    yield clone, process
    process.kill()
    process.wait()


def until(process: subprocess.Popen[str], fragment: str) -> str:
    """Read on until a line has the fragment; the end of the output ends the test."""
    assert process.stdout is not None
    for line in process.stdout:
        if fragment in line:
            return line
    raise AssertionError(f"the output ended without {fragment!r}")


def test_every_save_is_graded_until_ctrl_c(
    watching: tuple[Path, subprocess.Popen[str]],
) -> None:
    clone, process = watching
    path = Path("practice") / "199_shard_tensor" / "shard_tensor.py"
    until(process, "NOT FINISHED")
    solution = (clone / "solutions" / path).read_text()
    (clone / path).write_text(solution)
    until(process, "ACCEPTED")
    (clone / path).write_text(solution.replace("rank * rows", "rank", 1))
    until(process, "NOT YET")
    until(process, "This case")
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130


def test_who_stops_a_grading_stops_watching(watching: tuple[Path, subprocess.Popen[str]]) -> None:
    clone, process = watching
    path = Path("practice") / "199_shard_tensor" / "shard_tensor.py"
    until(process, "NOT FINISHED")
    solution = (clone / "solutions" / path).read_text()
    (clone / path).write_text(solution.replace("rank * rows", "rank * rows + sum(iter(int, 1))", 1))
    until(process, "────")
    until(process, "199")
    time.sleep(1)  # the code computes without end, and has 10 s to do so
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=8) == 130
