"""wrong_answer: the sum is over dimension 1, and heads are found in two dimensions only."""

import torch


def head_rms_norm(x, weight, eps, group):
    heads = x.float().reshape(x.shape[0], -1, weight.shape[0])
    scale = torch.rsqrt(heads.pow(2).mean(-1, keepdim=True) + eps)
    return ((heads * scale).to(x.dtype) * weight).flatten(1)
