"""wrong_answer: bfloat16 comes back as float32."""

import torch


def sharded_layer_norm(x, weight, bias, eps, hidden_size, group):
    wide = x.float()
    sums = torch.stack([wide.sum(-1), wide.pow(2).sum(-1)])
    mean, mean_square = (group.all_reduce(sums) / hidden_size).unsqueeze(-1)
    scale = torch.rsqrt(mean_square - mean**2 + eps)
    return (wide - mean) * scale * weight.float() + bias.float()
