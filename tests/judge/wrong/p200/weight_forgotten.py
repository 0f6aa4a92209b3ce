"""wrong_answer: the weight is not used."""

import torch


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    squares = group.all_reduce(x.float().pow(2).sum(-1, keepdim=True))
    return (x.float() * torch.rsqrt(squares / hidden_size + eps)).to(x.dtype)


def head_rms_norm(x, weight, eps, group):
    heads = x.float().unflatten(-1, (-1, weight.shape[0]))
    scale = torch.rsqrt(heads.pow(2).mean(-1, keepdim=True) + eps)
    return (heads * scale).to(x.dtype).flatten(-2)
