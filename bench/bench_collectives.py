"""How much faster is an all-reduce in shared memory than on gloo?

Both run in the same ranks, in turn: gloo, shm, gloo, shm, … A round gives one ratio for each size,
so that a neighbour on the machine who slows down one slows down the other. Printed are the medians
over the rounds, the spread from the first to the third quartile of the ratios, and the line
alpha + beta * bytes through the medians.

    python bench/bench_collectives.py --tp 2 4 --rounds 7
"""

import argparse
import sys
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parent.parent))

from solutions.ch09_processes.processes import RankProcesses  # noqa: E402
from solutions.ch13_fast_collectives.measure import CollectiveClock, fit_line  # noqa: E402

SIZES = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20]
NAMES = ("gloo", "shm")

Rounds = list[dict[str, float]]  # seconds by group, one dict a round


def num_calls(num_bytes: int) -> int:
    """How often a size is called in one round: rarely, when it is large."""
    return max(5, min(100, (8 << 20) // num_bytes))


def measure(tp: int, rounds: int, sizes: list[int]) -> dict[int, Rounds]:
    """Time every size in every round, on tp ranks."""
    times = {size: [] for size in sizes}
    with RankProcesses(CollectiveClock, tp, "forkserver") as ranks:
        for _ in range(rounds):
            for size in sizes:
                times[size].append(ranks.call("time", size, num_calls(size)))
    return times


def table(times: dict[int, Rounds]) -> str:
    """One line a size: both medians, the median ratio and its quartiles; then the two lines."""
    lines = [f"{'KiB':>7} {'gloo us':>9} {'shm us':>9} {'gloo / shm':>11}  quartiles"]
    for size, rounds in times.items():
        gloo, shm = (median(r[name] for r in rounds) * 1e6 for name in NAMES)
        ratios = [r["gloo"] / r["shm"] for r in rounds]
        low, _, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
        lines.append(
            f"{size >> 10:7} {gloo:9.1f} {shm:9.1f} {median(ratios):11.1f}  {low:.1f}–{high:.1f}"
        )
    for name in NAMES:
        medians = [median(r[name] for r in rounds) for rounds in times.values()]
        alpha, beta = fit_line(list(times), medians)
        lines.append(f"{name:>7}: {alpha * 1e6:.1f} us + bytes / ({1e-9 / beta:.2f} GB/s)")
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="all-reduce: gloo against shared memory")
    parser.add_argument("--tp", type=int, nargs="+", default=[2, 4], help="numbers of ranks")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="bytes of a message")
    options = parser.parse_args(argv)
    for tp in options.tp:
        print(f"TP={tp}, {options.rounds} rounds")
        print(table(measure(tp, options.rounds, options.sizes)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
