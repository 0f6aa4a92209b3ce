"""deadlock: a rank without columns does not take part."""

import torch


def sharded_layer_norm(x, weight, bias, eps, hidden_size, group):
    if x.shape[-1] == 0:
        return x
    wide = x.float()
    sums = torch.stack([wide.sum(-1), wide.pow(2).sum(-1)])
    mean, mean_square = (group.all_reduce(sums) / hidden_size).unsqueeze(-1)
    scale = torch.rsqrt(mean_square - mean**2 + eps)
    return ((wide - mean) * scale).to(x.dtype) * weight + bias
