"""Kills every process that it may (C05)."""

import os
import signal
import time


def shard_tensor(*arguments):
    if os.getpid() > 100:  # not in a namespace of its own: not on the machine of whoever tests
        raise ProcessLookupError
    os.kill(-1, signal.SIGKILL)
    time.sleep(1000)
