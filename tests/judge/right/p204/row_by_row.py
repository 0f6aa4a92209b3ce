"""Row by row; the seed of the sequence times a prime, and a draw of the last few numbers."""

import torch


def draw(logits, temperature, generator):
    ids = []
    for row in logits:
        if temperature == 0:
            ids.append(int(row.argmax()))
        else:
            weights = torch.exp((row.float() - row.max().float()) / temperature)
            ids.append(int(torch.multinomial(weights, 1, generator=generator)))
    return torch.tensor(ids)


def sample_in_lockstep(logits, temperature, generator, group):
    return group.broadcast(draw(logits, temperature, generator))


def sample_with_seeds(logits, temperature, seeds, steps):
    picked = []
    for row, seed, step in zip(logits, seeds, steps, strict=True):
        own = torch.Generator().manual_seed(seed * 1_048_583 + step)
        torch.rand(7, generator=own)
        picked.append(draw(row[None], temperature, own))
    return torch.cat(picked)
