"""The command: exit codes, and the wording of every mistake in a command line."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_session import FakeSession, answer
from reports import REPORTS, ROW_BIAS, failing

from judge import catalog, cli, course, fault, progress, watch
from judge.catalog import ROOT
from judge.errors import MachineUnfit
from judge.records import Report

pytestmark = pytest.mark.usefixtures("newcomer")
SOLUTIONS = ROOT / "solutions"


@pytest.fixture
def linear(tmp_path: Path) -> Path:
    """A file outside the working tree, so that no progress is recorded."""
    return Path(shutil.copy(SOLUTIONS / "ch02_linear" / "linear.py", tmp_path / "mine.py"))


# exit codes


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("accepted", 0), ("accepted_lent", 0), ("wrong_answer", 1), ("deadlock", 1),
        ("mismatch", 1), ("import_error", 1), ("runtime_error", 1), ("time_limit", 1),
        ("not_started", 5), ("skipped", 5), ("judge_error", 4), ("interrupted", 130),
    ],
)  # fmt: skip
@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_the_exit_code_says_what_became_of_it(
    name: str, code: int, flags: tuple[str, ...], linear: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(fault, "ROOT", tmp_path)
    session = FakeSession({"ch02": REPORTS[name]})
    assert cli.main(["ch02", str(linear), *flags], lambda: session) == code
    assert session.closed
    if flags:
        assert json.loads(capsys.readouterr().out)["verdict"] == REPORTS[name].verdict


def test_a_fault_of_the_judge_is_one_line_and_its_traceback_is_in_the_file_it_names(
    linear: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(fault, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    session = FakeSession({"ch02": KeyError("row-bias")})
    assert cli.main(["ch02", str(linear)], lambda: session) == 4
    said = capsys.readouterr()
    assert said.out == ""
    assert "This is the judge's fault, not your code." in said.err
    assert "KeyError: 'row-bias'" in said.err
    assert "Traceback" not in said.err
    named = re.search(r"\.judge/fault-[\w-]+\.txt", said.err)
    assert named is not None
    assert "Traceback" in (tmp_path / named[0]).read_text()


def test_a_fault_of_the_judge_is_told_where_no_file_can_be_written(
    linear: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(fault, "ROOT", tmp_path / "missing")
    session = FakeSession({"ch02": KeyError("row-bias")})
    assert cli.main(["ch02", str(linear)], lambda: session) == 4
    assert "KeyError: 'row-bias'" in capsys.readouterr().err


def test_an_unfit_machine_is_not_the_learners_fault(
    linear: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = FakeSession({"ch02": MachineUnfit("no process can be started")})
    assert cli.main(["ch02", str(linear)], lambda: session) == 3
    assert "This machine, not your code: no process can be started" in capsys.readouterr().err


def test_ctrl_c_before_anything_is_graded_ends_quietly(
    linear: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = FakeSession({"ch02": KeyboardInterrupt()})
    assert cli.main(["ch02", str(linear)], lambda: session) == 130
    assert "Stopped." in capsys.readouterr().err


def test_who_stops_watching_is_told_that_the_results_are_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded: list[Report] = []

    def stopped(stamps: object) -> Iterator[Path]:
        raise KeyboardInterrupt

    monkeypatch.setattr(progress, "record", lambda report, hashes: recorded.append(report))
    monkeypatch.setattr(watch, "saves", stopped)
    session = FakeSession({"p199": answer("p199")})
    assert cli.main(["watch", "199"], lambda: session) == 130
    assert len(recorded) == 1
    assert "Stopped. What was graded so far is kept." in capsys.readouterr().err


def test_an_interrupted_grading_shows_what_was_finished(
    linear: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = FakeSession({"ch02": REPORTS["interrupted"]})
    assert cli.main(["ch02", str(linear)], lambda: session) == 130
    out = capsys.readouterr().out
    assert "PASS  ch02.2" in out
    assert "STOPPED  9 cases" in out


# wording


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chek"], "There is no problem chek. Did you mean python practice/judge.py check?"),
        (["ch20"], "There is no problem ch20. Did you mean ch02 linear layers?"),
        (["linaer"], "There is no problem linaer. Did you mean ch02 linear layers?"),
        (["xyzzy"], "There is no problem xyzzy. All of them: python practice/judge.py list"),
        (["serve"], "serve is not available yet."),
        (["hint", "ch02.1", "4"], "A hint has the levels 1 to 3, not 4."),
        (["300"], "There is no problem 300. There are ch01 to ch13 and practice 190 to 209."),
        (["ch01.2", "ch01.3"], "One problem, or task, at a time: python practice/judge.py ch01.2"),
        (["reset", "ch99"], "There is no problem ch99."),
        (["check", "--yes"], "--yes does not go with check."),
        (["list", "done"], "open, passed, failed, stale, not done."),
        (["doctor", "ch02"], "One word too many: ch02"),
        (["list", "--untrusted"], "--untrusted does not go with list."),
        (["--sede", "1", "ch02"], "There is no option --sede. Did you mean --seed?"),
        (["ch02", "--trusted"], "There is no option --trusted. Did you mean --untrusted?"),
        (["ch02", "--tp"], "--tp needs a value: --tp 2,4"),
        (["ch02", "--tp", "two"], "--tp two: give numbers of ranks, such as --tp 2,4"),
        (["ch02", "--tp", "0"], "--tp 0: give numbers of ranks"),
        (["ch02", "--tp", "2,,4"], "--tp 2,,4: give numbers of ranks"),
        (["ch02", "--tp", "99"], "--tp 99: give numbers of ranks"),
        (["ch02", "--tp", "²"], "--tp ²: give numbers of ranks"),
        (["ch02", "--seed", "$(x)"], "--seed $(x): give the seed that a report printed"),
        (["ch02", "--color", "red"], "--color red: choose auto, always or never."),
        (["ch02", "--model", "/nowhere"], "/nowhere: there is no such folder."),
        (["ch02", "--from", "/nowhere"], "/nowhere: there is no such folder."),
        (["ch02", "--json=yes"], "--json takes no value."),
        (["ch02", "a.py", "b.py"], "One word too many: b.py"),
        (["list", "open", "ch02"], "One word too many: ch02"),
        (["check", "--tp", "2"], "--tp does not go with check."),
        (["list", "--json"], "--json does not go with list."),
        (["show"], "show needs a chapter or a problem"),
        (["show", "ch99"], "There is no problem ch99."),
        (["ch02", "/nowhere.py"], "/nowhere.py: there is no such file. Check the path."),
        (["ch02", "/"], "/ is a folder. Name the file in it"),
        (["ch02", "/dev/null"], "/dev/null is not a regular file."),
        (["ch02", "a.py", "--from", "."], "Give a file or --from, not both."),
    ],
)
def test_a_wrong_command_is_one_line_that_says_what_to_do(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments, lambda: FakeSession({})) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_a_problem_that_comes_later_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    later = [problem for problem in catalog.problems() if not problem.ready]
    for problem in later:
        assert cli.main([problem.id], lambda: FakeSession({})) == 2
        assert f"{catalog.label(problem)} cannot be graded yet." in capsys.readouterr().err


def test_check_stops_at_a_failure_and_names_the_task(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(course, "open_tasks", lambda problem, submission: [])
    session = FakeSession({"ch01": answer("ch01"), "ch02": failing(ROW_BIAS)})
    assert cli.main(["check"], lambda: session) == 1
    assert [asked[0] for asked in session.asked] == ["ch01", "ch02"]
    out = capsys.readouterr().out
    assert re.search(r"  ch01  where to cut +passed ", out)
    assert re.search(r"  ch02  linear layers +FAIL +5 of 6 tasks done", out)
    assert "  FAIL  ch02.6 row forward        wrong answer in 1 of 2 cases" in out
    assert "  Looks like  bias-times-tp" in out


def test_open_practice_does_not_stop_the_course(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    todo = [course.Todo(catalog.find("199").tasks[0], ROOT, "")] * 2
    monkeypatch.setattr(
        course, "open_tasks", lambda problem, submission: todo if problem.id == "p199" else []
    )
    done = [problem.id for problem in catalog.problems() if problem.ready]
    session = FakeSession({name: answer(name) for name in done if name != "p199"})
    assert cli.main(["check"], lambda: session) == 5
    out = capsys.readouterr().out
    assert re.search(r"  199   shard_tensor +NEXT ", out)
    assert "Next: 199.1 div_even" in out


@pytest.mark.parametrize("later", ["serve", "grade "])
def test_help_does_not_name_what_does_not_work_yet(
    later: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--help"]) == 0
    assert f"judge.py {later}" not in capsys.readouterr().out


def test_no_argument_shows_the_help_but_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert "python practice/judge.py check" in capsys.readouterr().out


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large.py"
    large.write_text("#" * 1_000_001)
    assert cli.main(["ch02", str(large)], lambda: FakeSession({})) == 2
    assert "larger than 1 MB" in capsys.readouterr().err


def test_a_link_among_submissions_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "ch02_linear"
    folder.mkdir()
    (folder / "linear.py").symlink_to(SOLUTIONS / "ch02_linear" / "linear.py")
    assert cli.main(["ch02", "--from", str(tmp_path)], lambda: FakeSession({})) == 2
    assert "is a link" in capsys.readouterr().err


def test_the_seed_of_a_smaller_example_can_be_pasted() -> None:
    session = FakeSession({"ch02": answer("ch02")})
    assert cli.main(["ch02", "--seed", "7f3a.12", "--tp", "2"], lambda: session) == 0
    assert session.asked[0][2].seed == "7f3a.12"
