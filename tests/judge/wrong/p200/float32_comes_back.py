"""wrong_answer: bfloat16 comes back as float32."""

import torch


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    squares = group.all_reduce(x.float().pow(2).sum(-1, keepdim=True))
    return x.float() * torch.rsqrt(squares / hidden_size + eps) * weight.float()


def head_rms_norm(x, weight, eps, group):
    heads = x.float().unflatten(-1, (-1, weight.shape[0]))
    scale = torch.rsqrt(heads.pow(2).mean(-1, keepdim=True) + eps)
    return (heads * scale * weight.float()).flatten(-2)


def sharded_layer_norm(x, weight, bias, eps, hidden_size, group):
    wide = x.float()
    sums = torch.stack([wide.sum(-1), wide.pow(2).sum(-1)])
    mean, mean_square = (group.all_reduce(sums) / hidden_size).unsqueeze(-1)
    scale = torch.rsqrt(mean_square - mean**2 + eps)
    return (wide - mean) * scale * weight.float() + bias.float()
