"""What Hugging Face answers for a checkpoint: stored beside it, or asked of transformers now.

transformers runs in a process of its own. Its answers are cached for the life of the judge.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ..errors import MachineUnfit
from .qwen3_numpy import Sizes

NEW_TOKENS = 8  # for each prompt of a model without a stored oracle
_LENGTHS = (1, 3, 7, 12)  # of its prompts


@dataclass(frozen=True)
class Answers:
    """Greedy decoding of some prompts. B prompts, S steps."""

    prompts: tuple[tuple[int, ...], ...]
    tokens: np.ndarray  # (B, S) the chosen ids, end of text ignored
    gaps: np.ndarray  # (B, S) between the two largest logits
    logits: np.ndarray  # (S, B, vocab) float32


@cache
def answers(directory: Path) -> Answers:
    """From `oracle.json` and `oracle.safetensors` when they are there, else live."""
    if (directory / "oracle.json").is_file():
        return _stored(directory)
    return _live(directory)


def _stored(directory: Path) -> Answers:
    from safetensors.numpy import load_file

    entries = json.loads((directory / "oracle.json").read_text(encoding="utf-8"))["prompts"]
    logits = load_file(directory / "oracle.safetensors")["logits"]  # (B, S, vocab)
    return Answers(
        tuple(tuple(entry["prompt_ids"]) for entry in entries),
        np.array([entry["greedy_ids"] for entry in entries]),
        np.array([entry["gaps"] for entry in entries]),
        logits.swapaxes(0, 1),
    )


def _live(directory: Path) -> Answers:
    rng = np.random.default_rng(7)
    vocab_size = Sizes.read(directory).vocab_size
    prompts = tuple(tuple(int(i) for i in rng.integers(0, vocab_size, n)) for n in _LENGTHS)
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "answers.npz"
        asked = [str(directory), json.dumps(prompts), str(NEW_TOKENS), str(out)]
        script = Path(__file__).with_name("live_oracle.py")
        done = subprocess.run([sys.executable, str(script), *asked], capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise MachineUnfit(
                f"transformers could not answer for {directory.name}: {last}. "
                "It must be installed: make test does that."
            )
        found = np.load(out)
        return Answers(prompts, found["tokens"], found["gaps"], found["logits"])
