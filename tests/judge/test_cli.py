"""The command: exit codes, wording, consoles, and starting without the dependencies."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
from reports import REPORTS, ROW_BIAS, RUN, failing

from judge import catalog, cli, course, fault, progress, splice
from judge.catalog import ROOT
from judge.errors import MachineUnfit
from judge.grade import Options
from judge.records import CaseReport, Cause, Problem, Report, Submission, Verdict

SOLUTIONS = ROOT / "solutions"
CAUSE = Cause("bias-times-tp", "each rank adds the bias")


class FakeSession:
    """Grades by table instead of running ranks: the real ones are slow, and not always the same."""

    def __init__(self, reports: dict[str, Report | BaseException]) -> None:
        self.reports = reports
        self.asked: list[tuple[str, Submission, Options]] = []
        self.closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closed = True

    def grade(
        self,
        problem: Problem,
        submission: Submission,
        options: Options,
        on_case: Callable[[CaseReport], None] = lambda case: None,
    ) -> Report:
        self.asked.append((problem.id, submission, options))
        answer = self.reports[problem.id]
        if isinstance(answer, BaseException):
            raise answer
        for case in answer.cases:
            on_case(case)
        return answer

    def diagnose(self, report: Report) -> Report:
        cases = [replace(c, cause=CAUSE) if c.verdict in FAILED else c for c in report.cases]
        return replace(report, cases=tuple(cases))


FAILED = set(Verdict) - {Verdict.ACCEPTED, Verdict.NOT_STARTED, Verdict.SKIPPED, Verdict.TIE}


def answer(problem_id: str, verdict: Verdict = Verdict.ACCEPTED) -> Report:
    """A report of any ready problem with one case a task."""
    problem = catalog.find(problem_id)
    cases = tuple(CaseReport(f"{t.id}-case", t.id, verdict, 2) for t in problem.tasks)
    return Report(problem, verdict, len(cases), len(cases), RUN, cases)


@pytest.fixture
def linear(tmp_path: Path) -> Path:
    """A file outside the working tree, so that no progress is recorded."""
    return Path(shutil.copy(SOLUTIONS / "ch02_linear" / "linear.py", tmp_path / "mine.py"))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of what a learner gets, with a progress of its own."""
    target = tmp_path / "clone"
    skip = shutil.ignore_patterns("__pycache__", "*.ipynb")
    for name in ("judge", "practice", "chapters", "solutions"):
        shutil.copytree(ROOT / name, target / name, ignore=skip)
    for problem in catalog.problems():
        for name in problem.files if problem.ready else ():
            tasks = [task for task in problem.tasks if task.file == name]
            solution = (catalog.solution_home(problem) / name).read_text(encoding="utf-8")
            stub = catalog.home(problem, target) / name
            stub.write_text(splice.make_stub(solution, tasks), encoding="utf-8")
    return target


def command(
    root: Path, *arguments: str, python: tuple[str, ...] = (sys.executable,), **env: str
) -> subprocess.CompletedProcess[str]:
    """Run the real script in a process of its own."""
    script = [*python, str(root / "practice" / "judge.py"), *arguments]
    plain = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    return subprocess.run(
        script, cwd=root, env={**plain, **env}, capture_output=True, text=True, timeout=60
    )


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
        (["watch"], "watch is not available yet."),
        (["hint", "ch02.1"], "hint is not available yet."),
        (["doctor"], "doctor is not available yet."),
        (["--sede", "1", "ch02"], "There is no option --sede. Did you mean --seed?"),
        (["ch02", "--untrusted"], "There is no option --untrusted."),
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
        (["list", "ch02"], "One word too many: ch02"),
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
    monkeypatch.setattr(progress, "record", lambda report, hashes: None)
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
    monkeypatch.setattr(progress, "record", lambda report, hashes: None)
    chapters = [problem for problem in catalog.problems() if problem.ready and problem.chapter]
    todo = [course.Todo(catalog.find("199").tasks[0], ROOT, 1)] * 2
    monkeypatch.setattr(
        course, "open_tasks", lambda problem, submission: [] if problem.chapter else todo
    )
    session = FakeSession({problem.id: answer(problem.id) for problem in chapters})
    assert cli.main(["check"], lambda: session) == 5
    out = capsys.readouterr().out
    assert re.search(r"  199   shard_tensor +NEXT ", out)
    assert "Next: 199.1 div_even" in out


@pytest.mark.parametrize("later", ["watch", "hint", "solution", "reset", "doctor", "serve"])
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


# which files


def test_a_file_replaces_the_problems_own_and_the_tree_stays(linear: Path) -> None:
    session = FakeSession({"ch02": REPORTS["accepted"]})
    cli.main(
        ["ch02", str(linear), "--tp", "4,2", "--seed", "ab1", "--case", "row"], lambda: session
    )
    [(problem, submission, options)] = session.asked
    assert problem == "ch02"
    assert submission == Submission(ROOT / "chapters", {"linear.py": linear})
    assert (options.tp, options.seed, options.case) == ((2, 4), "ab1", "row")


@pytest.mark.parametrize("between", ["", "practice"])
def test_practice_is_found_in_a_folder_of_submissions(between: str, tmp_path: Path) -> None:
    folder = tmp_path / between / "199_shard_tensor"
    folder.mkdir(parents=True)
    (folder / "shard_tensor.py").write_text("")
    session = FakeSession({"p199": answer("p199")})
    assert cli.main(["199", "--from", str(tmp_path)], lambda: session) == 0
    assert session.asked[0][1].root == folder


def test_commands_on_the_screen_grade_the_same_file_again(
    linear: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    session = FakeSession({"ch02": failing(ROW_BIAS)})
    cli.main(["ch02", str(linear)], lambda: session)
    out = capsys.readouterr().out
    assert f"python practice/judge.py ch02 {linear}\n" in out
    assert f"python practice/judge.py ch02 {linear} --case row-bias --tp 2 --seed 7f3a" in out


def test_check_of_a_folder_goes_on_and_lends_what_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = FakeSession(
        {
            "ch01": answer("ch01", Verdict.WRONG_ANSWER),
            **{p.id: answer(p.id) for p in catalog.problems() if p.ready and p.id != "ch01"},
        }
    )
    assert cli.main(["check", "--from", str(SOLUTIONS)], lambda: session) == 1
    assert [asked[0] for asked in session.asked][:2] == ["ch01", "ch02"]
    assert session.asked[0][2].failed == frozenset()
    assert session.asked[1][2].failed == {"ch01"}
    out = capsys.readouterr().out
    assert "Accepted: ch02" in out
    assert "Not accepted: ch01 (wrong answer)" in out


def test_check_of_a_folder_as_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    ready = {p.id: answer(p.id) for p in catalog.problems() if p.ready}
    session = FakeSession(dict(ready))
    assert cli.main(["check", "--from", str(SOLUTIONS), "--json"], lambda: session) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "judge-progress/1"
    assert [report["problem"]["id"] for report in found["problems"]] == list(ready)


def test_check_of_a_folder_without_problems_says_what_it_expects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["check", "--from", str(tmp_path)], lambda: FakeSession({})) == 2
    assert "holds no problem: expected folders such as ch01_where_to_cut" in capsys.readouterr().err


def test_grading_another_file_records_no_progress(
    linear: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded: list[Report] = []
    monkeypatch.setattr(progress, "record", lambda report, hashes: recorded.append(report))
    session = FakeSession({"ch02": REPORTS["accepted"]})
    for extra in ([str(linear)], ["--tp", "2"], ["--case", "row"], ["--from", str(SOLUTIONS)]):
        cli.main(["ch02", *extra], lambda: session)
    assert recorded == []
    cli.main(["ch02"], lambda: session)
    assert recorded == [REPORTS["accepted"]]


# consoles


def test_colour_adds_nothing_but_colour(linear: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = FakeSession({"ch02": failing(ROW_BIAS)})
    cli.main(["ch02", str(linear), "--color", "always"], lambda: session)
    coloured = capsys.readouterr().out
    cli.main(["ch02", str(linear), "--color", "never"], lambda: session)
    plain = capsys.readouterr().out
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_no_colour_without_a_capable_terminal_that_wants_it(
    env: dict[str, str], linear: Path
) -> None:
    from judge.output import wants_colour

    class Terminal:
        def isatty(self) -> bool:
            return bool(env)

    assert not wants_colour(Terminal(), env)  # type: ignore[arg-type]
    assert wants_colour(Terminal(), env, "always")  # type: ignore[arg-type]


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LANG": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_an_ascii_console_gets_ascii(locale: dict[str, str]) -> None:
    done = command(ROOT, "list", **locale)
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "190-198" in done.stdout


def test_a_narrow_console_is_filled_line_by_line() -> None:
    done = command(ROOT, "show", "ch02", COLUMNS="40")
    assert done.returncode == 0
    wide = [line for line in done.stdout.splitlines() if len(line) > 40]
    assert all("python practice/judge.py" in line or "/" in line for line in wide)


def test_a_reader_that_leaves_is_no_error() -> None:
    script = [sys.executable, str(ROOT / "practice" / "judge.py"), "list"]
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(script, stdout=write_end, stderr=subprocess.PIPE, timeout=60)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")


def test_commands_fit_the_folder_they_are_typed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT / "chapters")
    assert cli.main(["list"]) == 0
    assert "python ../practice/judge.py next" in capsys.readouterr().out


# the real script


def test_a_fresh_clone_is_told_where_to_begin(clone: Path) -> None:
    done = command(clone, "check")
    assert done.returncode == 5, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Tensor parallelism, judged")
    assert "0 of" in lines[0]
    assert any(re.match(r"  ch01 .* NEXT ", line) for line in lines)
    assert re.match(r"Next: ch01.1 .*, chapters/ch01_where_to_cut/matmul.py:\d+", lines[-2])
    assert lines[-1].endswith("python practice/judge.py ch01")


def test_the_next_step_is_the_line_of_the_first_open_task(clone: Path) -> None:
    done = command(clone, "next")
    place = re.search(r"(chapters/\S+\.py):(\d+)", done.stdout)
    assert place is not None
    line = (clone / place[1]).read_text().splitlines()[int(place[2]) - 1]
    assert line.startswith("def divide(")


def test_what_was_written_by_half_is_what_comes_next(clone: Path) -> None:
    stub = clone / "chapters" / "ch01_where_to_cut" / "matmul.py"
    text = stub.read_text()
    stub.write_text(re.sub(r'raise NotImplementedError\("ch01\.1.*"\)', "return 1", text))
    assert "Next: ch01.2" in command(clone, "next").stdout


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


def test_show_has_the_text_of_a_practice_problem_and_the_lines_of_its_tasks() -> None:
    done = command(ROOT, "show", "199")
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


def test_real_ranks_find_a_wrong_answer_and_name_its_cause(tmp_path: Path) -> None:
    wrong = ROOT / "judge" / "misconceptions" / "p199" / "kv-modulo.py"
    mine = tmp_path / "mine.py"
    mine.write_text(splice.replace_bodies(practice_solution(), wrong.read_text()))
    done = command(ROOT, "199", str(mine))
    assert done.returncode == 1
    assert "  FAIL  199.2 shard_tensor" in done.stdout
    assert "  Looks like  kv-modulo: " in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stopped_grading_shows_what_was_finished(number: int, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(practice_solution() + HANG)
    script = [sys.executable, str(ROOT / "practice" / "judge.py"), "199", str(mine)]
    judge = subprocess.Popen(script, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert judge.stdout is not None
    seen = [judge.stdout.readline(), judge.stdout.readline()]
    judge.send_signal(number)
    seen += judge.stdout.read().splitlines()
    assert judge.wait(timeout=60) == 130
    assert seen[1].startswith("  PASS  199.1")
    assert any(line.startswith("  STOPPED  199.2 shard_tensor") for line in seen)
