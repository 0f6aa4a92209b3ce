"""How long does a verdict take?

Cold: a whole command, over `python -c 'import torch'`, which is the least that a judge of torch
code can take. Warm: one more grading in a judge that is running, as `watch` and the notebooks do
it. Peers: one more submission of 199, in a running judge, by plain pytest and by otter-grader; both
run the asserts of sides/asserts_199.py, in a process of their own for each submission.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from otter_run import Otter
from paired import BENCH, OUT, ROOT, Part, Parts, Question, seconds, take_turns

from judge import catalog
from judge.grade import Options, Session
from judge.records import Verdict
from judge.submission import resolve

IMPORT = "python -c 'import torch'"
# What the ratio to IMPORT should be at most, where a target was set.
COLD = {"judge.py 199": 1.0, "judge.py ch02": 1.1, "judge.py ch09": None, "judge.py ch11": None,
        "judge.py ch12": None}  # fmt: skip
CHECK_S = 45.0
WARM_MS = {"199": None, "ch02": 150.0, "ch11": 1000.0, "ch12": None}
ONE_MORE, PYTEST, OTTER = "this judge, running", "pytest", "otter run"
SOLUTION = ROOT / "solutions" / "practice" / "199_shard_tensor" / "shard_tensor.py"


def cold(rounds: int, quick: bool) -> Part:
    """Whole commands, on all of a problem's sizes, in turns with the import of torch."""
    names = list(COLD)[:2] if quick else list(COLD)
    sides = {name: partial(took, name.split()[1]) for name in names}
    times = take_turns(sides | {IMPORT: import_torch}, rounds, watch=False)
    part = Part()
    part.add("s", times)
    for name in names:
        part.compare(f"{name} / {IMPORT}", name, IMPORT, at_most=COLD[name])
    return part


def check(rounds: int, quick: bool) -> Part:
    """The whole course."""
    rounds = 1 if quick else min(rounds, 5)
    part = Part()
    part.add("s", take_turns({"judge.py check": partial(took, "check")}, rounds, 0, watch=False))
    part.limit("judge.py check", CHECK_S)
    return part


def warm(rounds: int, quick: bool) -> Part:
    """One more grading of a solution on two ranks."""
    part = Part()
    with Session() as session:
        for name in list(WARM_MS)[:2] if quick else WARM_MS:
            row = f"{name} again, TP=2"
            grade = partial(grading, session, name, Options(tp=(2,)))
            part.add(
                "ms", {row: [1e3 * t for t in take_turns({row: grade}, rounds, watch=False)[row]]}
            )
            part.limit(row, WARM_MS[name])
    return part


def peers(rounds: int, quick: bool) -> Part:
    """One more submission of 199, on all its sizes."""
    part = Part()
    with Session() as session:
        sides = {ONE_MORE: partial(grading, session, "199", Options()), PYTEST: by_pytest}
        try:
            sides[OTTER] = Otter(OUT / "otter", SOLUTION)
        except RuntimeError as error:
            part.errors[OTTER] = str(error)
        part.add("s", take_turns(sides, rounds, watch=False))
    for peer in (PYTEST, OTTER):
        part.compare(f"{ONE_MORE} / {peer}", ONE_MORE, peer, at_most=0.1)
    return part


def took(word: str) -> float:
    command = [sys.executable, str(ROOT / "practice" / "judge.py"), word, "--from", "solutions"]
    return run(command)


def import_torch() -> float:
    return run([sys.executable, "-c", "import torch"])


def by_pytest() -> float:
    """As an instructor would: one process for each submission."""
    words = ["-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(BENCH)]
    file = str(BENCH / "sides" / "pytest_199.py")
    return run(["env", f"SUBMISSION={SOLUTION}", sys.executable, "-m", "pytest", *words, file])


def run(command: list[str]) -> float:
    """The seconds of a command that must succeed."""
    options = {"check": True, "stdout": subprocess.DEVNULL, "cwd": ROOT}
    return seconds(lambda: subprocess.run(command, **options))


def grading(session: Session, name: str, options: Options) -> float:
    """The seconds of one grading of the solution."""
    problem = catalog.find(name)
    submission = resolve(problem, None, ROOT / "solutions")

    def grade() -> None:
        report = session.grade(problem, submission, options)
        assert report.verdict is Verdict.ACCEPTED, report.message

    return seconds(grade)


def draw(parts: Parts, path: Path) -> None:
    """Beside each other: whole commands, and one more submission here and with peers."""
    import pictures

    shown = {"cold": "A whole command", "peers": "One more submission of 199"}
    there = {name: title for name, title in shown.items() if name in parts}
    figure, axes = pictures.figure(10, 3, len(there))
    for panel, (name, title) in zip(axes, there.items(), strict=True):
        rows = list(parts[name].rows)
        ours = [row for row in rows if "judge" in row]
        pictures.bars(panel, parts[name], rows, ours, "seconds")
        panel.set_title(title)
    pictures.save(figure, path)


PARTS = {"cold": cold, "check": check, "warm": warm, "peers": peers}

if __name__ == "__main__":
    Question("judge", PARTS, draw).main()
