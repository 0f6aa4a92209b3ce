"""What was passed is remembered, goes stale, and never stands in the way of a verdict."""

import json
import multiprocessing
import os

import pytest

from judge import catalog, progress
from judge.records import Report, RunInfo, Submission, Verdict

CH02 = catalog.find("ch02")
P199 = catalog.find("p199")


def report(problem=CH02, verdict=Verdict.ACCEPTED):
    return Report(problem, verdict, earned=6, max=6, run=RunInfo(seed="7f3a", tp=(1, 2)))


@pytest.fixture
def path(tmp_path):
    return tmp_path / ".judge" / "progress.json"


@pytest.fixture
def tree(tmp_path):
    """A learner's tree of two chapters, the second using the first."""
    for name in ("ch01_where_to_cut/matmul.py", "ch02_linear/linear.py"):
        file = tmp_path / "chapters" / name
        file.parent.mkdir(parents=True)
        file.write_text("x = 1\n")
    return tmp_path / "chapters"


def test_nothing_recorded_is_none(path):
    assert progress.state(CH02, path) == "none"
    assert not path.parent.exists()


@pytest.mark.parametrize(
    ("verdict", "state"),
    [
        (Verdict.ACCEPTED, "passed"),
        (Verdict.WRONG_ANSWER, "failed"),
        (Verdict.DEADLOCK, "failed"),
        (Verdict.NOT_STARTED, "none"),
    ],
)
def test_a_report_is_remembered(path, verdict, state):
    progress.record(report(verdict=verdict), progress.hashes(CH02), path)
    assert progress.state(CH02, path) == state
    assert progress.state(P199, path) == "none"


def test_a_verdict_depends_on_all_the_files_that_judge_a_problem():
    found = {file.name for file in progress._judging(catalog.find("ch07"))}
    assert {"ch07.py", "ch07_cache.py", "ch07_heads.py", "common.py", "qwen3_numpy.py"} <= found
    assert not {"ch06.py", "p199.py"} & found


def test_the_last_report_counts(path):
    for verdict in (Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.ACCEPTED):
        progress.record(report(verdict=verdict), progress.hashes(CH02), path)
    assert progress.state(CH02, path) == "passed"


@pytest.mark.parametrize("verdict", [Verdict.JUDGE_ERROR, Verdict.INTERRUPTED])
def test_a_fault_of_the_judge_changes_nothing(path, verdict):
    progress.record(report(), progress.hashes(CH02), path)
    progress.record(report(verdict=verdict), progress.hashes(CH02), path)
    assert progress.state(CH02, path) == "passed"


@pytest.mark.parametrize("part", ["files", "uses", "judge"])
def test_a_pass_is_stale_when_one_of_its_hashes_differs(path, part):
    progress.record(report(), progress.hashes(CH02) | {part: "other"}, path)
    assert progress.state(CH02, path) == "stale"


def test_hashes_follow_the_own_file_and_the_chapters_it_uses(tree):
    submission = Submission(tree)
    before = progress.hashes(CH02, submission)
    (tree / "ch01_where_to_cut/matmul.py").write_text("x = 2\n")
    middle = progress.hashes(CH02, submission)
    (tree / "ch02_linear/linear.py").unlink()
    after = progress.hashes(CH02, submission)
    assert [before[key] == middle[key] for key in ("files", "uses", "judge")] == [True, False, True]
    assert [middle[key] == after[key] for key in ("files", "uses", "judge")] == [False, True, True]


def test_hashes_of_a_replaced_file_are_those_of_the_replacement(tree):
    other = tree / "other.py"
    other.write_text("x = 3\n")
    plain = progress.hashes(CH02, Submission(tree))
    replaced = progress.hashes(CH02, Submission(tree, {"linear.py": other}))
    assert replaced["files"] != plain["files"] and replaced["uses"] == plain["uses"]


def test_practice_files_lie_in_the_root_of_their_submission(tmp_path):
    empty = progress.hashes(P199, Submission(tmp_path))
    (tmp_path / "shard_tensor.py").write_text("x = 1\n")
    assert progress.hashes(P199, Submission(tmp_path))["files"] != empty["files"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"schema": "judge-saved/2", "problems": {}}',
        b'{"schema": "judge-saved/1"}',
        b'{"schema": "judge-saved/1", "problems": {"ch02": 3}}',
        b'{"schema": "judge-saved/1", "problems": {"ch02": {"verdict": "accepted"}}}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_or_newer_file_is_set_aside_with_one_line(path, capsys, content):
    path.parent.mkdir()
    path.write_bytes(content)
    assert progress.state(CH02, path) == "none"
    assert capsys.readouterr().err.count("\n") == 1
    assert path.with_name("progress.aside.json").read_bytes() == content
    progress.record(report(), progress.hashes(CH02), path)
    assert progress.state(CH02, path) == "passed"
    assert capsys.readouterr().err == ""


def test_where_nothing_can_be_written_there_is_one_line_and_no_error(tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    progress.record(report(), progress.hashes(CH02), blocked / "progress.json")
    assert progress.states([CH02, P199], blocked / "progress.json") == {
        "ch02": "none",
        "p199": "none",
    }
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and "not saved" in lines[0] and "cannot be read" in lines[1]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_keeps_what_was_saved(path, capsys):
    progress.record(report(), progress.hashes(CH02), path)
    path.parent.chmod(0o500)
    progress.record(report(P199), progress.hashes(P199), path)
    assert progress.states([CH02, P199], path) == {"ch02": "passed", "p199": "none"}
    assert "not saved" in capsys.readouterr().err


def test_a_write_that_fails_leaves_the_old_file_and_no_litter(path, monkeypatch, capsys):
    progress.record(report(), progress.hashes(CH02), path)

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    progress.record(report(P199), progress.hashes(P199), path)
    assert progress.states([CH02, P199], path) == {"ch02": "passed", "p199": "none"}
    assert "No space left" in capsys.readouterr().err
    assert sorted(file.name for file in path.parent.iterdir()) == ["progress.json", "progress.lock"]


def record_each(path, problems):
    for problem in problems:
        progress.record(report(problem), progress.hashes(problem), path)


def test_two_judges_at_once_lose_nothing(path):
    problems = catalog.problems()
    context = multiprocessing.get_context("fork")
    judges = [
        context.Process(target=record_each, args=(path, problems[start::4])) for start in range(4)
    ]
    for judge in judges:
        judge.start()
    for judge in judges:
        judge.join()
    assert set(json.loads(path.read_text())["problems"]) == {problem.id for problem in problems}
    assert set(progress.states(problems, path).values()) == {"passed"}
