"""How fast is a prompt of 512 tokens read, and does bfloat16 pay?

The model is bench_decode.py's. A round of a side is one prompt and one token. Both dtypes read the
same numbers from their own checkpoint: bfloat16 is float32 rounded.
"""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from checkpoint import prompts
from contest import Contestant, contest, own, transformers
from paired import Part, Parts, Question

PROMPT = 512
OURS = "this engine, TP=2"
OURS_BF16 = "this engine, TP=2, bfloat16"
TP_PLAN = partial(transformers, "tp_plan", 2)

FLOAT32 = {
    OURS: Contestant(partial(own, 2)),
    "this engine, TP=1, 1 thread": Contestant(partial(own, 1)),
    "transformers tp_plan, TP=2": Contestant(TP_PLAN),
    "transformers, 2 threads": Contestant(partial(transformers, "alone"), {"threads": 2}),
}
DTYPES = {
    OURS: Contestant(partial(own, 2)),
    OURS_BF16: Contestant(partial(own, 2, "auto", "bfloat16")),
    "transformers tp_plan, TP=2, bfloat16": Contestant(partial(TP_PLAN, "bfloat16")),
}
TARGETS = [
    (OURS, "transformers tp_plan, TP=2", 1.15),
    (OURS, "transformers, 2 threads", None),
    (OURS, "this engine, TP=1, 1 thread", None),
    (OURS_BF16, OURS, 0.9),
    (OURS_BF16, "transformers tp_plan, TP=2, bfloat16", None),
]


def race(contestants: dict[str, Contestant], rounds: int, quick: bool) -> Part:
    """Tokens of the prompt a second, for each, and the ratios that were asked for."""
    length = 64 if quick else PROMPT

    def rate(answer: dict) -> float:
        return length / answer["prefill"]

    part = contest(contestants, rate, "tokens/s", rounds, prompts=prompts(1, length), steps=1)
    for one, other, least in TARGETS:
        part.compare(f"{one} / {other}", one, other, at_least=least)
    return part


def draw(parts: Parts, path: Path) -> None:
    """Tokens a second in float32, and beside it in bfloat16."""
    import pictures

    titles = {"float32": "float32, 512 tokens", "dtypes": "float32 and bfloat16"}
    figure, axes = pictures.figure(10, 3, len(parts))
    for panel, (name, part) in zip(axes, parts.items(), strict=True):
        rows = sorted(part.rows, key=part.median, reverse=True)
        ours = [row for row in rows if row.startswith("this engine, TP=2")]
        pictures.bars(panel, part, rows, ours, "tokens/s")
        panel.set_title(titles[name])
    pictures.save(figure, path)


PARTS = {"float32": partial(race, FLOAT32), "dtypes": partial(race, DTYPES)}

if __name__ == "__main__":
    Question("prefill", PARTS, draw).main()
