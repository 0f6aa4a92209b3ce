"""Lists of tensors, F.pad, functions that use each other."""

import torch
import torch.distributed as dist
import torch.nn.functional as F


def gather_tokens(local, num_tokens):
    if dist.get_world_size() == 1:
        return local[:num_tokens]
    parts = [torch.empty_like(local) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, local)
    return torch.cat(parts)[:num_tokens]


def scatter_sum(partial):
    size = dist.get_world_size()
    if size == 1:
        return partial.clone()
    padded = F.pad(partial, (0, 0, 0, -len(partial) % size))
    parts = list(padded.chunk(size))
    local = torch.empty_like(parts[0])
    dist.reduce_scatter(local, parts)
    return local


def mlp_block(x, num_tokens, norm_weight, up, down, eps):
    normed = F.rms_norm(x, (x.shape[-1],), norm_weight, eps)
    normed = torch.nan_to_num(normed)  # a row of padding with eps 0
    hidden = F.relu(F.linear(gather_tokens(normed, num_tokens), up))
    return scatter_sum(F.linear(hidden, down)).add_(x)
