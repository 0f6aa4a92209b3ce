"""wrong_answer: the block has no relu."""

import torch


def mlp_block(x, num_tokens, norm_weight, up, down, eps):
    normed = norm_weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    return x + _scattered(_gathered(normed)[:num_tokens] @ up.T @ down.T)
