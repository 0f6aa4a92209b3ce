"""SIGSTOP: neither running nor dead."""

import os
import signal


def shard_tensor(key, value, rank, size, num_kv_heads):
    os.kill(os.getpid(), signal.SIGSTOP)
