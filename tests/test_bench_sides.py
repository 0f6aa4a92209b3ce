"""The sides of a comparison: processes that run in their turn only, and tell why they cannot."""

import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import contest  # noqa: E402
import side  # noqa: E402

PROGRAM = """
import subprocess, sys
sys.path.insert(0, {bench!r})
from side import answer_requests
child = subprocess.Popen(["sleep", "600"])
print("what a peer prints")
def answer(n):
    if n < 0:
        raise ValueError("n must not be negative")
    return {{"tokens": [n], "child": child.pid}}
answer_requests(answer)
"""


@pytest.fixture
def start(tmp_path, monkeypatch):
    monkeypatch.setattr(side, "OUT", tmp_path)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(bench=str(ROOT / "bench")))
    return lambda: side.Side("program", [sys.executable, program])


def becomes(pid: int, *states: str) -> bool:
    """Whether the process is soon in one of these states: a signal takes a moment."""
    deadline = time.monotonic() + 10
    while state(pid) not in states and time.monotonic() < deadline:
        time.sleep(0.01)
    return state(pid) in states


def state(pid: int) -> str:
    """ "T" for a stopped process, "" for one that is gone."""
    path = Path(f"/proc/{pid}/stat")
    return path.read_text().rpartition(")")[2].split()[0] if path.exists() else ""


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def test_a_side_and_its_children_are_stopped_while_others_have_their_turn(start):
    with start() as program:
        child = program.ask(n=3)["child"]
        assert becomes(program.process.pid, "T") and becomes(child, "T")
        assert program.ask(n=4)["tokens"] == [4]


def test_nothing_of_a_side_is_left_when_it_is_closed(start):
    with start() as program:
        child = program.ask(n=3)["child"]
    assert becomes(program.process.pid, "", "Z") and becomes(child, "", "Z")


def test_a_side_that_fails_says_why_in_its_own_words(start):
    with start() as program, pytest.raises(RuntimeError) as caught:
        program.ask(n=-1)
    assert str(caught.value) == "ValueError: n must not be negative"


def test_a_contest_goes_on_without_who_cannot_run(start):
    contestants = {
        "right": contest.Contestant(start, {"n": 1}),
        "wrong": contest.Contestant(lambda: start(), {"n": -1}),
        "other": contest.Contestant(start, {"n": 2}),
    }
    part = contest.contest(contestants, lambda answer: answer["tokens"][0], "n", 3)
    assert part.rows == {"right": [1, 1, 1], "other": [2, 2, 2]}
    assert part.errors == {"wrong": "ValueError: n must not be negative"}
    assert part.notes[0] == "Other tokens than right: other."
