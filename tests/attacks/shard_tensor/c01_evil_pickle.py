"""An object that runs code when it is unpickled."""

import os


class Evil:
    def __reduce__(self):
        return os._exit, (0,)


def shard_tensor(key, value, rank, size, num_kv_heads):
    return Evil()
