"""The answer is right, and a daemon stays; it keeps the output open (C10)."""

import os
import signal
import time


def leave_a_daemon():
    """A process that has left the process group, the session and its parents."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.chdir("/")
            time.sleep(1000)
        os._exit(0)


right = shard_tensor


def shard_tensor(key, value, rank, size, num_kv_heads):
    leave_a_daemon()
    return right(key, value, rank, size, num_kv_heads)
