"""wrong_answer: bfloat16 comes back as float32."""

import torch


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    squares = group.all_reduce(x.float().pow(2).sum(-1, keepdim=True))
    return x.float() * torch.rsqrt(squares / hidden_size + eps) * weight.float()
