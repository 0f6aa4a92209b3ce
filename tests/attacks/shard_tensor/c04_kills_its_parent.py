"""Kills the process that watches it, and leaves a daemon."""

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


def shard_tensor(key, value, rank, size, num_kv_heads):
    leave_a_daemon()
    time.sleep(0.1)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)
