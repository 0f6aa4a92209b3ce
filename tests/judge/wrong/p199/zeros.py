"""wrong_answer: zeros everywhere"""

import torch
from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    return torch.zeros_like(value)
