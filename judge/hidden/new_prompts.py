"""Prompts that nobody has seen, for a checkpoint, and its answers: computed here, in float64."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from . import qwen3_numpy
from .qwen3_numpy import Sizes

_LENGTHS = (3, 7)  # of a prompt, the second not included
_CLEAR = 0.01  # between the two best logits; float32 is off by 1e-4 at most


def new_prompt(
    directory: Path, rng: np.random.Generator, steps: int
) -> tuple[list[int], list[int]]:
    """Ids, and the greedy tokens after them, end of text ignored; no choice among them is close."""
    sizes = Sizes.read(directory)
    while True:
        prompt = [int(n) for n in rng.integers(0, sizes.vocab_size, rng.integers(*_LENGTHS))]
        if len(found := _answer(directory, prompt, steps)) == steps:
            return prompt, found


def _answer(directory: Path, prompt: list[int], steps: int) -> list[int]:
    """Cut off where two tokens are nearly as good."""
    sizes, weights, found = Sizes.read(directory), _weights(directory), list[int]()
    for _step in range(steps):
        [logits] = qwen3_numpy.last_logits(sizes, weights, [[*prompt, *found]])
        second, best = np.argsort(logits)[-2:]
        if logits[best] - logits[second] < _CLEAR:
            break
        found.append(int(best))
    return found


@cache
def _weights(directory: Path) -> dict[str, np.ndarray]:
    from safetensors.numpy import load_file

    found = load_file(directory / "model.safetensors")
    return {name: values.astype(np.float64) for name, values in found.items()}
