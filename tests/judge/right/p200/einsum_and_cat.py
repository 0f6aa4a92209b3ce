"""einsum for the squares, cat for the two sums, heads in a loop."""

import torch


def sharded_rms_norm(x, weight, eps, hidden_size, group):
    wide = x.to(torch.float32)
    squares = group.all_reduce(torch.einsum("...h,...h->...", wide, wide))
    root = (squares / hidden_size + eps).sqrt().unsqueeze(-1)
    return (wide / root).to(x.dtype) * weight


def head_rms_norm(x, weight, eps, group):
    done = []
    for head in x.split(weight.numel(), dim=-1):
        wide = head.float()
        root = ((wide * wide).mean(-1, keepdim=True) + eps).sqrt()
        done.append((wide / root).to(x.dtype) * weight)
    return torch.cat(done, -1)


def sharded_layer_norm(x, weight, bias, eps, hidden_size, group):
    wide = x.float()
    own = torch.cat([wide.sum(-1, keepdim=True), (wide * wide).sum(-1, keepdim=True)], -1)
    means = group.all_reduce(own) / hidden_size
    mean, mean_square = means[..., :1], means[..., 1:]
    variance = mean_square - mean * mean
    return ((wide - mean) / (variance + eps).sqrt()).to(x.dtype) * weight + bias
