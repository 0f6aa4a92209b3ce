"""The model and the prompts of the benchmarks: Qwen3-0.6B's shapes, random, with an untied head."""

import random
import subprocess
import sys
from pathlib import Path

from paired import BENCH, OUT

VOCAB = 151936


def random_qwen3(dtype: str = "float32") -> Path:
    """The checkpoint, written when it is missing: 3 GB in float32, 1.5 GB in bfloat16."""
    folder = OUT / f"qwen3-0.6b-untied-{dtype}"
    if not (folder / "complete").exists():
        words = ["--out", str(folder), "--dtype", dtype, "--untied", "--force"]
        subprocess.run([sys.executable, str(BENCH / "make_qwen3.py"), *words], check=True)
        (folder / "complete").touch()
    return folder


def prompts(number: int, length: int) -> list[list[int]]:
    """So many prompts of so many random ids, always the same."""
    draw = random.Random(7)
    return [[draw.randrange(VOCAB) for _ in range(length)] for _ in range(number)]
