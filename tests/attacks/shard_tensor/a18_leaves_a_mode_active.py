"""A dispatch mode that stays on."""

from torch.utils._python_dispatch import TorchDispatchMode

right = shard_tensor


class Watching(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def shard_tensor(key, value, rank, size, num_kv_heads):
    shard = right(key, value, rank, size, num_kv_heads)
    Watching().__enter__()
    return shard
