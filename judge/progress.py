"""What was passed, in .judge/progress.json, with hashes that tell when a pass is stale.

A pass is stale when the learner's file, a chapter that it uses, or the problem's hidden cases
have changed since. Nothing here is needed for a verdict: when the file cannot be read or written
there is one line of warning and grading goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from . import atomic, catalog
from .i18n import _
from .records import Json, Problem, Report, Submission, Verdict

_FINE = (Verdict.ACCEPTED, Verdict.TIE, Verdict.NOT_STARTED, Verdict.SKIPPED)

State: TypeAlias = Literal["passed", "stale", "failed", "none"]
Hashes: TypeAlias = Mapping[str, str]  # "files", "uses", "judge" -> sha256

PATH = catalog.ROOT / ".judge" / "progress.json"
SCHEMA = "judge-saved/1"


def hashes(problem: Problem, submission: Submission | None = None) -> Hashes:
    """What a verdict depends on, now; without a submission, in the working tree."""
    if submission is None:
        home = catalog.home(problem)
        submission = Submission(home.parent if problem.chapter else home)
    root = submission.root
    folder = root / problem.folder if problem.chapter else root
    own = [submission.files.get(name, folder / name) for name in problem.files]
    used = [
        root / other.folder / name for other in catalog.upstream(problem) for name in other.files
    ]
    return {
        "files": _digest(own),
        "uses": _digest(used),
        "judge": _digest(_judging(problem)),
    }


def _judging(problem: Problem) -> list[Path]:
    """The hidden cases and drives of a problem, in whatever files, and what all problems share."""
    judge, foreign = Path(__file__).parent, re.compile(rf"(?!{problem.id})(ch\d\d|p\d{{3}})")
    files = [f for side in ("hidden", "worker/drives") for f in (judge / side).glob("*.py")]
    return sorted(file for file in files if not foreign.match(file.name))


def record(report: Report, hashes: Hashes, path: Path | None = None) -> None:
    """Remember a report; `hashes` are those from before the run. Never raises an OSError."""
    if report.verdict in (Verdict.JUDGE_ERROR, Verdict.INTERRUPTED) or not_graded(report):
        return  # they say nothing about the learner
    entry = {
        "verdict": report.verdict.value,
        "earned": report.earned,
        "max": report.max,
        "failed": list(dict.fromkeys(c.task for c in report.cases if c.verdict not in _FINE)),
        "provided": list(report.provided),
        "hashes": dict(hashes),
    }
    path = path or PATH
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(path):
            problems = _read(path) | {report.problem.id: entry}
            document = {"schema": SCHEMA, "problems": problems}
            atomic.write(path, json.dumps(document, indent=1) + "\n")
    except OSError as error:
        _warn(_("progress was not saved: {reason}").format(reason=error.strerror or error))


def not_graded(report: Report) -> bool:
    """Whether no case could be run, for a reason that `message` gives and no code can change."""
    return report.verdict is Verdict.NOT_STARTED and bool(report.message)


def state(problem: Problem, path: Path | None = None) -> State:
    """How the problem stands: what was recorded, and whether it still holds."""
    return states([problem], path)[problem.id]


def failed_tasks(problem: Problem, path: Path | None = None) -> list[str]:
    """The tasks that failed in the last grading, whatever has been written since."""
    try:
        entry = _read(path or PATH).get(problem.id)
    except OSError:
        return []
    return [str(task) for task in entry.get("failed", ())] if entry else []


def states(problems: Iterable[Problem], path: Path | None = None) -> dict[str, State]:
    """The same for several problems, by id, reading the file once."""
    try:
        saved = _read(path or PATH)
    except OSError as error:
        _warn(_("progress cannot be read: {reason}").format(reason=error.strerror or error))
        saved = {}
    return {problem.id: _state(problem, saved.get(problem.id)) for problem in problems}


def _state(problem: Problem, entry: Json) -> State:
    if entry is None or entry["verdict"] == Verdict.NOT_STARTED:
        return "none"
    if entry["verdict"] != Verdict.ACCEPTED:
        return "failed"
    return "passed" if entry["hashes"] == hashes(problem) else "stale"


def _digest(paths: Iterable[Path]) -> str:
    import hashlib  # 10 ms, and not on the way to the first rank

    whole = hashlib.sha256()
    for path in paths:
        try:
            content = path.read_bytes()
        except OSError:
            content = b"(missing)"
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()


def _read(path: Path) -> dict[str, Json]:
    """The saved entries; a file that is not ours is set aside."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return {}
    try:
        return _entries(json.loads(text))
    except (ValueError, RecursionError):
        aside = path.with_name("progress.aside.json")
        os.replace(path, aside)
        _warn(
            _("{file} is damaged or of a newer judge; it is now {aside}.").format(
                file=path.name, aside=f"{path.parent.name}/{aside.name}"
            )
        )
        return {}


def _entries(document: Json) -> dict[str, Json]:
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise ValueError("not a file of this judge")
    problems = document.get("problems")
    if not isinstance(problems, dict):
        raise ValueError("no problems")
    for entry in problems.values():
        if not isinstance(entry, dict) or not {"verdict", "hashes"} <= entry.keys():
            raise ValueError("an entry without verdict or hashes")
    return problems


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other judges out between reading and writing; where there are no locks, do not."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with open(path.with_suffix(".lock"), "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield  # closing it unlocks


def _warn(sentence: str) -> None:
    print(sentence, file=sys.stderr)
