"""wrong_answer: id 0 for every row."""

import torch


def draw(logits, temperature, generator):
    return torch.zeros(len(logits), dtype=torch.int64)


def sample_in_lockstep(logits, temperature, generator, group):
    return group.broadcast(torch.zeros(len(logits), dtype=torch.int64))


def sample_with_seeds(logits, temperature, seeds, steps):
    return torch.zeros(len(logits), dtype=torch.int64)
