"""Which files are graded, what `check` makes of them, and what is recorded."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fake_session import FakeSession, answer
from reports import REPORTS, ROW_BIAS, failing

from judge import catalog, cli, course, progress
from judge.catalog import ROOT
from judge.records import Report, Submission, Verdict

pytestmark = pytest.mark.usefixtures("newcomer")
SOLUTIONS = ROOT / "solutions"


@pytest.fixture
def linear(tmp_path: Path) -> Path:
    """A file outside the working tree, so that no progress is recorded."""
    return Path(shutil.copy(SOLUTIONS / "ch02_linear" / "linear.py", tmp_path / "mine.py"))


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


def test_check_goes_on_after_a_chapter_that_needs_packages_and_remembers_nothing_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "ready", lambda: [catalog.find("ch01"), catalog.find("ch02")])
    monkeypatch.setattr(course, "open_tasks", lambda *_: [])
    told = "fastapi is not installed. Run: make check"
    lacking = replace(answer("ch01", Verdict.NOT_STARTED), cases=(), message=told)
    session = FakeSession({"ch01": lacking, "ch02": answer("ch02")})
    assert cli.main(["check"], lambda: session) == 5
    assert [asked[0] for asked in session.asked] == ["ch01", "ch02"]
    assert told in capsys.readouterr().out
    assert set(json.loads(progress.PATH.read_text())["problems"]) == {"ch02"}


Started = Callable[..., None]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Sets which problems are written; the rest is as it was given."""
    open_tasks = course.open_tasks

    def only(*written: str) -> None:
        monkeypatch.setattr(
            course, "open_tasks", lambda p, tree: [] if p.id in written else open_tasks(p, tree)
        )

    return only


def test_check_grades_what_is_started_behind_a_chapter_that_is_not(
    started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    started("ch03", "p199")
    session = FakeSession({"ch03": answer("ch03"), "p199": answer("p199")})
    assert cli.main(["check"], lambda: session) == 5
    assert [asked[0] for asked in session.asked] == ["ch03", "p199"]
    out = capsys.readouterr().out
    assert re.search(r"  ch03  merged linear layers +passed ", out)
    assert re.search(r"  ch04  KV heads and replicas +NEXT ", out)  # after the last passed one
    assert "Next: ch04.1 " in out


def test_check_goes_on_after_a_chapter_that_is_written_by_half(started: Started) -> None:
    started("ch01", "ch02")
    half = answer("ch01", Verdict.NOT_STARTED)
    session = FakeSession({"ch01": half, "ch02": answer("ch02")})
    assert cli.main(["check"], lambda: session) == 5
    assert [asked[0] for asked in session.asked] == ["ch01", "ch02"]


def test_check_stops_at_a_failure_behind_a_chapter_that_is_not_started(
    started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    started("ch02", "ch04")
    session = FakeSession({"ch02": failing(ROW_BIAS)})
    assert cli.main(["check"], lambda: session) == 1
    assert [asked[0] for asked in session.asked] == ["ch02"]
    assert "  Looks like  bias-times-tp" in capsys.readouterr().out


def test_check_starts_no_rank_where_nothing_is_started(started: Started) -> None:
    started()

    def refuse() -> FakeSession:
        raise AssertionError("a session was opened")

    assert cli.main(["check"], refuse) == 5


@pytest.mark.parametrize("words", [["list"], ["list", "stale"], ["list", "open"], ["check"]])
def test_stale_is_explained_where_it_is_shown(
    words: list[str], started: Started, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    started("ch02")
    states = {p.id: "none" for p in catalog.problems()} | {"ch03": "stale", "ch04": "failed"}
    monkeypatch.setattr(progress, "states", lambda problems, path=None: states)
    cli.main(words, lambda: FakeSession({"ch02": failing(ROW_BIAS)}))
    out = capsys.readouterr().out
    assert re.search(r"  ch03  merged linear layers +stale ", out)
    assert out.count("  stale: changed since it passed; grade it again\n") == 1
    assert ("  ch04  " in out) is (words != ["list", "stale"])


def test_stale_is_not_explained_where_nothing_is(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["list", "failed"], lambda: FakeSession({}))
    assert "stale" not in capsys.readouterr().out


def test_grading_another_file_records_no_progress(
    linear: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded: list[Report] = []
    monkeypatch.setattr(progress, "record", lambda report, hashes: recorded.append(report))
    session = FakeSession({"ch02": REPORTS["accepted"]})
    partial = (["--tp", "2"], ["--case", "row"], ["--seed", "1"])  # a known seed is no exam
    for extra in ([str(linear)], ["--from", str(SOLUTIONS)], *partial):
        cli.main(["ch02", *extra], lambda: session)
    assert recorded == []
    cli.main(["ch02"], lambda: session)
    assert recorded == [REPORTS["accepted"]]
