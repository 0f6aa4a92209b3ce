"""contract_violation: right ids, a call for each."""

import torch


def sample_in_lockstep(logits, temperature, generator, group):
    ids = draw(logits, temperature, generator)
    return torch.cat([group.broadcast(one.clone()) for one in ids.split(1)])
