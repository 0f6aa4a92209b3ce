"""runtime_error: asks torch.distributed for the rank and finds no such part"""

import torch.distributed as dist
from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    return value.chunk(size)[dist.get_rank() + size]
