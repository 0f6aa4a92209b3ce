"""How much faster is an all-reduce in shared memory than on gloo?

Both run in the same ranks, in turn: gloo, shm, gloo, shm, … A round gives one ratio for each size,
so that a neighbour on the machine who slows down one slows down the other. A round's time of a size
is the mean of its calls; the line alpha + beta * bytes goes through the medians of the rounds.
"""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from neighbours import undisturbed
from paired import Part, Parts, Question, told

from solutions.ch09_processes.processes import RankProcesses
from solutions.ch13_fast_collectives.measure import CollectiveClock, fit_line

SIZES = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20]
NAMES = ("gloo", "shm")


def num_calls(num_bytes: int) -> int:
    """How often a size is called in one round: rarely, when it is large."""
    return max(5, min(100, (8 << 20) // num_bytes))


def label(name: str, num_bytes: int) -> str:
    return f"{name}, {num_bytes >> 10:,} KiB"


def measure(tp: int, rounds: int, quick: bool) -> Part:
    """Time every size in every round, on tp ranks."""
    sizes = SIZES[:3] if quick else SIZES
    times = {label(name, size): [] for name in NAMES for size in sizes}
    disturbed = []
    with RankProcesses(CollectiveClock, tp, "forkserver") as ranks:
        for _ in range(rounds):
            for size in sizes:
                call = partial(ranks.call, "time", size, num_calls(size))
                measured, cores = undisturbed(call)
                disturbed.append(cores)
                for name, seconds in measured.items():
                    times[label(name, size)].append(1e6 * seconds)
    part = Part(notes=[told(disturbed)])
    part.add("µs", times)
    for size in sizes:
        part.compare(f"gloo / shm, {size >> 10:,} KiB", label("gloo", size), label("shm", size))
    for name in NAMES:
        alpha, beta = line(part, name, sizes)
        part.add("µs", {f"{name}, alpha": [alpha]})
        part.add("GB/s", {f"{name}, 1 / beta": [1e-3 / beta]})
    return part


def line(part: Part, name: str, sizes: Sequence[int]) -> tuple[float, float]:
    """alpha in µs and beta in µs a byte, through the medians."""
    return fit_line(sizes, [part.median(label(name, size)) for size in sizes])


def draw(parts: Parts, path: Path) -> None:
    """Time against size, gloo and shared memory, one panel for each number of ranks."""
    import pictures

    figure, panels = pictures.figure(9, 3.8, len(parts), sharey=True)
    for axes, (tp, part) in zip(panels, parts.items(), strict=True):
        sizes = [size for size in SIZES if label("shm", size) in part.rows]
        for name, colour in zip(NAMES, (pictures.MUTED, pictures.OURS), strict=True):
            alpha, beta = line(part, name, sizes)
            axes.loglog(sizes, [part.median(label(name, s)) for s in sizes], "o", color=colour)
            text = f"{name}: {alpha:.0f} µs + bytes / {1e-3 / beta:.1f} GB/s"
            axes.plot(sizes, [alpha + beta * size for size in sizes], color=colour, label=text)
        axes.legend(frameon=False, loc="upper left")
        ticks = sizes[::2]
        axes.set_xticks(
            ticks, [f"{s >> 10} KiB" if s < 1 << 20 else f"{s >> 20} MiB" for s in ticks]
        )
        axes.minorticks_off()
        axes.set_title(f"{tp.removeprefix('tp')} ranks")
        axes.set_xlabel("message")
    panels[0].set_ylabel("µs an all-reduce")
    pictures.save(figure, path)


PARTS = {f"tp{tp}": partial(measure, tp) for tp in (2, 4)}

if __name__ == "__main__":
    Question("collectives", PARTS, draw).main()
