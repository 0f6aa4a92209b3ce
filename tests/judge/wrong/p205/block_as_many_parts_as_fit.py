"""contract_violation: split gives fewer parts than there are ranks."""

import torch
import torch.distributed as dist


def mlp_block(x, num_tokens, norm_weight, up, down, eps):
    normed = norm_weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    partial = (_gathered(normed)[:num_tokens] @ up.T).relu() @ down.T
    parts = [part.clone() for part in partial.split(len(x))]
    missing = len(x) - len(parts[-1])
    parts[-1] = torch.cat([parts[-1], partial.new_zeros(missing, partial.shape[1])])
    local = torch.empty_like(parts[0])
    dist.reduce_scatter(local, parts)
    return x + local
