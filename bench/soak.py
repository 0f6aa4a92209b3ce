"""Grades right, wrong and hostile code in random order, and counts what went wrong with the judge.

One warm judge grades all of it. Right code must be accepted, wrong code must not, hostile code must
get one of the verdicts of tests/attacks/verdicts.py, and none of them may leave a process, an open
file, memory or a directory behind. Run it with: python bench/soak.py --minutes 60
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from judge import catalog, course, processes, verify
from judge.assemble import solution_texts
from judge.grade import Options, Session
from judge.records import Problem, Verdict
from judge.submission import resolve
from tests.attacks import verdicts
from tests.attacks.graded import LIMITS, WITH_TIME

ATTACKS = catalog.ROOT / "tests" / "attacks"
SHARES = {"right": 4, "wrong": 4, "hostile": 2}
CALM_S = 5.0  # for what was killed to be gone
EVERY_S = 60.0


@dataclass(frozen=True)
class Code:
    """Something to grade, and the verdicts that are right for it; none: all but accepted."""

    kind: str
    name: str
    problem: Problem
    files: Mapping[str, str]
    options: Options = Options()
    verdicts: tuple[str, ...] = ()

    def deserves(self, verdict: str) -> bool:
        if self.verdicts:
            return verdict in self.verdicts
        return verdict not in (Verdict.ACCEPTED, Verdict.NOT_STARTED, Verdict.JUDGE_ERROR)


def right_and_wrong() -> Iterator[Code]:
    """The solutions, and all that `make verify` runs."""
    for problem in course.ready():
        known = [*verify.beliefs(problem), *verify.fixtures(problem, "wrong")]
        for code in known:
            yield Code("wrong", f"{problem.id} {code.name}", problem, code.files)
        accepted = (str(Verdict.ACCEPTED),)
        texts = solution_texts(problem)
        yield Code("right", problem.id, problem, texts, verdicts=accepted)
        for code in verify.fixtures(problem, "right"):
            yield Code("right", code.name, problem, code.files, verdicts=accepted)


def hostile() -> Iterator[Code]:
    """The attacks on problem 199 and on chapter 2; those that the tests call slow are left out."""
    p199, ch02 = catalog.find("199"), catalog.find("ch02")
    for folder, problem, case, table in (
        ("shard_tensor", p199, "q-rows", verdicts.SHARD),
        ("whole_file", p199, "q-rows", verdicts.WHOLE),
        ("row_parallel", ch02, "row-bias", verdicts.ROW),
    ):
        file = problem.files[0]
        before = "" if folder == "whole_file" else solution_texts(problem)[file]
        for name, verdict, _fragment in table:
            if name not in verdicts.SLOW:
                limits = WITH_TIME if name in verdicts.NEEDS_TIME else LIMITS
                limited = replace(problem, limits=limits)
                text = f"{before}\n\n{(ATTACKS / folder / f'{name}.py').read_text()}"
                options = Options(tp=(2,), case=case)
                yield Code("hostile", name, limited, {file: text}, options, tuple(verdict.split()))


@dataclass
class State:
    """What a leak would show in, now."""

    judge_mb: float
    template_mb: float
    open_files: int
    strays: int
    entries: int  # in the judge's directory

    @classmethod
    def now(cls, session: Session) -> State:
        template, end = session.template, time.monotonic() + CALM_S
        while strays := set(processes.marked(str(template.directory))) - {template.pid}:
            if time.monotonic() > end:
                break
            time.sleep(0.01)
        return cls(
            _resident_mb(os.getpid()),
            _resident_mb(template.pid),
            len(os.listdir("/proc/self/fd")),
            len(strays),
            sum(1 for _ in template.directory.rglob("*")),
        )

    def line(self) -> str:
        return (
            f"judge {self.judge_mb:6.1f} MB  template {self.template_mb:6.1f} MB  "
            f"{self.open_files:3} open files  {self.strays} processes  {self.entries:4} entries"
        )


def _resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def grade(session: Session, code: Code, scratch: Path) -> str:
    """The verdict, after the diagnosis of what failed."""
    files = {name: scratch / name for name in code.files}
    for name, text in code.files.items():
        files[name].write_text(text, encoding="utf-8")
    submission = replace(resolve(code.problem, None, catalog.ROOT / "solutions"), files=files)
    report = session.grade(code.problem, submission, code.options)
    if code.kind == "wrong":
        session.diagnose(report)
    return str(report.verdict)


def soak(minutes: float, seed: int) -> int:
    """Grade until the time is over; the number of things that went wrong."""
    pool: dict[str, list[Code]] = {kind: [] for kind in SHARES}
    for code in (*right_and_wrong(), *hostile()):
        pool[code.kind].append(code)
    chance, graded, faults = random.Random(seed), Counter[str](), 0
    print(", ".join(f"{len(codes)} {kind}" for kind, codes in pool.items()), f"· seed {seed}")
    with Session() as session, tempfile.TemporaryDirectory() as scratch:
        session.template.wait_until_ready()
        start = shown = time.monotonic()
        while (now := time.monotonic()) - start < 60 * minutes:
            code = chance.choice(pool[chance.choices(list(SHARES), list(SHARES.values()))[0]])
            verdict = grade(session, code, Path(scratch))
            graded[code.kind] += 1
            if not code.deserves(verdict):
                faults += 1
                print(f"UNDESERVED {verdict}: {code.kind} {code.name}", flush=True)
            if now - shown > EVERY_S:
                shown, state = now, State.now(session)
                faults += state.strays
                print(f"{(now - start) / 60:5.1f} min  {state.line()}", flush=True)
        print(f"end        {State.now(session).line()}")
    counted = ", ".join(f"{count} {kind}" for kind, count in graded.items())
    print(f"{counted} graded, {faults} faults")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description="Grade for a long time.")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    return 1 if soak(chosen.minutes, chosen.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
