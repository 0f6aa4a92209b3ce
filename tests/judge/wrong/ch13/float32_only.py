"""wrong_answer: int64 is added as float32."""

import torch


def sum_in_rank_order(parts, out):
    total = parts[0].float() * 1e8
    for part in parts[1:]:
        total = total + part.float() * 1e8
    out.copy_((total / 1e8) if out.is_floating_point() else total.to(torch.int32) // 10**8)
