"""wrong_answer: with seeds the temperature is 1, or 0."""

import torch


def sample_with_seeds(logits, temperature, seeds, steps):
    rows = zip(logits.split(1), seeds, steps, strict=True)
    return torch.cat([draw(row, min(1.0, temperature), _generator(*own)) for row, *own in rows])
