"""Kills its grandparent."""

import os
import signal
import time


def shard_tensor(key, value, rank, size, num_kv_heads):
    with open(f"/proc/{os.getppid()}/stat") as stat:
        grandparent = int(stat.read().rpartition(")")[2].split()[1])
    os.kill(grandparent, signal.SIGKILL)
    time.sleep(1000)
