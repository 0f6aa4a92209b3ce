"""wrong_answer: with seeds the temperature is 1."""

import torch


def sample_with_seeds(logits, temperature, seeds, steps):
    rows = zip(logits.split(1), seeds, steps, strict=True)
    return torch.cat([draw(row, 1.0, _generator(*own)) for row, *own in rows])
