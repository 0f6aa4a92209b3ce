"""wrong_answer: seeds that equal their steps all draw the same."""

import torch


def sample_with_seeds(logits, temperature, seeds, steps):
    made = [torch.Generator().manual_seed(abs(s - t)) for s, t in zip(seeds, steps, strict=True)]
    rows = zip(logits.split(1), made, strict=True)
    return torch.cat([draw(row, temperature, generator) for row, generator in rows])
