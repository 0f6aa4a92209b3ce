"""wrong_answer: on a single rank the block does nothing."""

import torch
import torch.distributed as dist


def mlp_block(x, num_tokens, norm_weight, up, down, eps):
    if dist.get_world_size() == 1:
        return x
    normed = norm_weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    return x + _scattered((_gathered(normed)[:num_tokens] @ up.T).relu() @ down.T)
