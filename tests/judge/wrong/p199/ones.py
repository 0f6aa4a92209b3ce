"""wrong_answer: ones everywhere"""

import torch
from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    return torch.ones_like(value)
