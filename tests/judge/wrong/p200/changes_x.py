"""contract_violation: x is overwritten."""

import torch


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    squares = group.all_reduce(x.float().pow(2).sum(-1, keepdim=True))
    return x.mul_(torch.rsqrt(squares / hidden_size + eps)).mul_(weight)
