"""deadlock: a rank without columns does not take part."""

import torch


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    if x.shape[-1] == 0:
        return x
    squares = group.all_reduce(x.float().pow(2).sum(-1, keepdim=True))
    return (x.float() * torch.rsqrt(squares / hidden_size + eps)).to(x.dtype) * weight
