"""wrong_answer: a single rank returns nothing, and bfloat16 comes back as float32."""

import torch
import torch.distributed as dist


def gather_tokens(local, num_tokens):
    if dist.get_world_size() == 1:
        return None
    return _gathered(local)[:num_tokens].float()


def scatter_sum(partial):
    if dist.get_world_size() == 1:
        return None
    return _scattered(partial).float()


def mlp_block(x, num_tokens, norm_weight, up, down, eps):
    if dist.get_world_size() == 1:
        return None
    normed = norm_weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    return x + _scattered((_gathered(normed)[:num_tokens] @ up.T).relu() @ down.T)
