"""wrong_answer: bfloat16 comes back as float32."""

import torch


def head_rms_norm(x, weight, eps, group):
    heads = x.float().unflatten(-1, (-1, weight.shape[0]))
    scale = torch.rsqrt(heads.pow(2).mean(-1, keepdim=True) + eps)
    return (heads * scale * weight.float()).flatten(-2)
