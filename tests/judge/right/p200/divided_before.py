"""Each rank divides before the sum; the library's own rms_norm for heads."""

import torch
import torch.nn.functional as F


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    part = torch.linalg.vector_norm(x.float(), dim=-1, keepdim=True) ** 2 / hidden_size
    return (x.float() * (group.all_reduce(part) + eps) ** -0.5).to(x.dtype) * weight


def head_rms_norm(x, weight, eps, group):
    heads = x.unflatten(-1, (-1, weight.shape[0]))
    return (F.rms_norm(heads.float(), weight.shape, None, eps).to(x.dtype) * weight).flatten(-2)


def sharded_layer_norm(x, weight, bias, eps, hidden_size, group):
    wide = x.float()
    powers = torch.stack([wide, wide * wide], -1)
    means = group.all_reduce(powers.sum(-2) / hidden_size)
    mean, mean_square = means[..., 0:1], means[..., 1:2]
    return ((wide - mean) * (mean_square - mean**2 + eps) ** -0.5).to(x.dtype) * weight + bias
