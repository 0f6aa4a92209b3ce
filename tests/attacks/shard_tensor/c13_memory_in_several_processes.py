"""Four processes, each well below the limit, hold more than it together."""

import os
import time


def shard_tensor(key, value, rank, size, num_kv_heads):
    for _ in range(4):
        if os.fork() == 0:
            held = bytearray(b"x") * (150 << 20)
            time.sleep(100)
            os._exit(len(held) % 2)
    time.sleep(100)
