"""How long does a verdict take?

Cold: a whole command, over `python -c 'import torch'`, which is the least that a judge of torch
code can take. Warm: one more grading in a judge that is running, as `watch` and the notebooks do
it. The two sides of a ratio take turns; printed are the median and the first and third quartile.

    python bench/bench_judge.py --rounds 7
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from judge import catalog
from judge.grade import Options, Session
from judge.records import Verdict
from judge.submission import resolve

COLD = (["199"], ["ch02"], ["ch09"], ["ch11"], ["ch12"], ["check"])
WARM = ("199", "ch02", "ch11", "ch12")
IMPORT = [sys.executable, "-c", "import torch"]
JUDGE = [sys.executable, str(catalog.ROOT / "practice" / "judge.py")]


def main() -> None:
    parser = argparse.ArgumentParser(description="Time verdicts.")
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    print("cold                  median, quartiles        over import torch")
    for words in COLD:
        mine, least = paired(rounds, [*JUDGE, *words, "--from", "solutions"], IMPORT)
        ratios = [one / other for one, other in zip(mine, least, strict=True)]
        print(f"{' '.join(words):10} {spread(mine, ' s'):>34}   {spread(ratios)}", flush=True)
    print("warm, tp 2")
    with Session() as session:
        for name in WARM:
            times = [grading(session, name) for _ in range(rounds + 1)][1:]
            print(f"{name:10} {spread([1e3 * t for t in times], ' ms'):>34}", flush=True)


def paired(rounds: int, one: list[str], other: list[str]) -> tuple[list[float], list[float]]:
    """The seconds that each of two commands takes, in turns."""
    times = [(took(lambda: run(one)), took(lambda: run(other))) for _ in range(rounds)]
    return [a for a, _ in times], [b for _, b in times]


def run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=catalog.ROOT)


def grading(session: Session, name: str) -> float:
    """One grading of the solution."""
    problem = catalog.find(name)
    submission = resolve(problem, None, catalog.ROOT / "solutions")

    def grade() -> None:
        report = session.grade(problem, submission, Options(tp=(2,)))
        assert report.verdict is Verdict.ACCEPTED, report.message

    return took(grade)


def took(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def spread(values: list[float], unit: str = "") -> str:
    """ "1.24 s (1.20–1.24)": the median and the quartiles."""
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return f"{middle:.2f}{unit} ({low:.2f}–{high:.2f})"


if __name__ == "__main__":
    main()
