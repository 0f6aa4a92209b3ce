"""One random number a row, found in the cumulative probabilities; Python's random for seeds."""

import random

import torch
import torch.distributed as dist


def draw(logits, temperature, generator):
    if not temperature:
        return logits.max(-1).indices
    probs = torch.softmax(logits.to(torch.float64) / temperature, -1)
    numbers = torch.rand(len(logits), 1, generator=generator, dtype=torch.float64)
    ids = torch.searchsorted(probs.cumsum(-1), numbers, right=True).squeeze(-1)
    return ids.clamp(max=logits.shape[-1] - 1)


def sample_in_lockstep(logits, temperature, generator, group):
    ids = draw(logits, temperature, generator).contiguous()
    if group.size > 1:
        dist.broadcast(ids, 0)
    return ids


def sample_with_seeds(logits, temperature, seeds, steps):
    if temperature == 0:
        return logits.argmax(-1)
    probs = torch.softmax(logits.double() / temperature, -1)
    numbers = [random.Random((s << 32) + t).random() for s, t in zip(seeds, steps, strict=True)]
    below = probs.cumsum(-1) <= torch.tensor(numbers, dtype=torch.float64)[:, None]
    return below.sum(-1).clamp(max=logits.shape[-1] - 1)
