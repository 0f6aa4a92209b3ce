"""Does the line alpha + beta * bytes foretell a decode step?

As the lesson of chapter 13 does it, on two ranks: a step in silence says what computing takes; the
line is fitted to what all-reduces of 1 KiB to 1 MiB add to ranks that compute as long as a step
does between two of its collectives; the prediction adds one alpha + beta * bytes for each
collective. Each round fits, predicts and measures anew.
"""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from checkpoint import random_qwen3
from neighbours import undisturbed
from paired import ROOT, Part, Parts, Question, told

from solutions.ch07_attention.config import Qwen3Config
from solutions.ch09_processes.processes import RankProcesses
from solutions.ch13_fast_collectives.measure import DecodeClock, fit_line

SIZES = [1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20]
CALLS = 200
NAMES = ("gloo", "shm")
TITLES = {"tiny": "tiny-qwen3", "full": "Qwen3-0.6B's shapes"}


def tiny() -> Path:
    return ROOT / "models" / "tiny-qwen3"


Times = dict[str, float]  # seconds, by the group's name


def a_round(ranks: RankProcesses, steps: int, calls: int) -> tuple[Times, list[Times]]:
    """The times of a step of so many collectives, and of a call of each size."""
    step = ranks.call("time_step", steps)
    pause = step["silent"] / calls
    return step, [ranks.call("time", size, CALLS, pause) for size in SIZES]


def measure(checkpoint: Path, steps: int, rounds: int, quick: bool) -> Part:
    """Rounds of: time the steps, time the sizes, predict."""
    config = Qwen3Config.read(checkpoint)
    calls = 2 * config.num_hidden_layers + 2  # with the embedding's, and the exchange of the best
    rows, disturbed = {"in silence": []}, []
    rows |= {f"{name}, {what}": [] for name in NAMES for what in ("predicted", "measured")}
    with RankProcesses(DecodeClock, 2, "forkserver", (str(checkpoint),)) as ranks:
        for _ in range(rounds):
            (step, timed), cores = undisturbed(partial(a_round, ranks, steps, calls))
            disturbed.append(cores)
            rows["in silence"].append(1e3 * step["silent"])
            for name in NAMES:
                alpha, beta = fit_line(SIZES, [each[name] for each in timed])
                talk = calls * (alpha + beta * 4 * config.hidden_size)
                rows[f"{name}, predicted"].append(1e3 * (step["silent"] + talk))
                rows[f"{name}, measured"].append(1e3 * step[name])
    part = Part(notes=[told(disturbed)])
    part.add("ms a step", rows)
    for name in NAMES:
        words = (f"{name}, predicted", f"{name}, measured")
        part.compare(f"{name}: predicted / measured", *words, at_least=0.8, at_most=1.2)
    return part


def draw(parts: Parts, path: Path) -> None:
    """Silence, predicted and measured, one panel for each model."""
    import pictures

    figure, axes = pictures.figure(10, 2.8, len(parts))
    for panel, (name, part) in zip(axes, parts.items(), strict=True):
        pictures.bars(
            panel, part, list(part.rows), ["gloo, measured", "shm, measured"], "ms a step"
        )
        panel.set_title(TITLES[name])
    pictures.save(figure, path)


PARTS = {
    "tiny": lambda *options: measure(tiny(), 50, *options),
    "full": lambda *options: measure(random_qwen3(), 12, *options),
}

if __name__ == "__main__":
    Question("predict", PARTS, draw).main()
