"""The largest of logit plus Gumbel noise; a string as seed."""

import random

import torch


def draw(logits, temperature, generator):
    scores = logits.double()
    if temperature > 0:
        noise = torch.rand(logits.shape, generator=generator, dtype=torch.float64)
        scores = scores / temperature - torch.log(-torch.log(noise))
    return torch.argmax(scores, dim=-1)


def sample_in_lockstep(logits, temperature, generator, group):
    if group.rank == 0:
        ids = draw(logits, temperature, generator)
    else:
        ids = torch.zeros(logits.shape[0], dtype=torch.int64)
    return group.broadcast(ids, src=0)


def sample_with_seeds(logits, temperature, seeds, steps):
    ids = torch.empty(len(seeds), dtype=torch.int64)
    for i in range(len(seeds)):
        number = random.Random(f"{seeds[i]} {steps[i]}").getrandbits(48)
        generator = torch.Generator()
        generator.manual_seed(number)
        ids[i] = draw(logits[i : i + 1], temperature, generator)[0]
    return ids
