"""torch.distributed in place of the group, in place, and views."""

import torch
import torch.distributed as dist


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    total = x.float().square().sum(-1)
    if dist.get_world_size() > 1:
        dist.all_reduce(total)
    return (x.float() * (total / hidden_size + eps).rsqrt()[..., None]).type_as(x) * weight


def head_rms_norm(x, weight, eps, group):
    heads = x.reshape(*x.shape[:-1], x.shape[-1] // len(weight), len(weight)).float()
    heads = heads / torch.sqrt(torch.mean(heads**2, dim=-1, keepdim=True) + eps)
    return (heads.type_as(x) * weight).reshape(x.shape)


def sharded_layer_norm(x, weight, bias, eps, hidden_size, group):
    wide = x.float()
    sums = torch.empty(2, *x.shape[:-1])
    sums[0], sums[1] = wide.sum(-1), wide.square().sum(-1)
    if dist.get_world_size() > 1:
        dist.all_reduce(sums, op=dist.ReduceOp.SUM)
    mean = sums[0, ..., None] / hidden_size
    variance = sums[1, ..., None] / hidden_size - mean.square()
    return ((wide - mean) * (variance + eps).rsqrt()).type_as(x) * weight + bias
