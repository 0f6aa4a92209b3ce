"""How a rank's process gets ready to be one, and why it never outlives its driver.

A driver that is killed cannot stop its ranks. So each rank watches a pipe whose other end only the
driver holds: the kernel closes it when the driver ends, however it ends. On Linux the kernel also
kills the rank itself.
"""

import ctypes
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection

PR_SET_PDEATHSIG = 1


def end_with_driver(lifeline: Connection, started_by_main_thread: bool) -> None:
    """End this process as soon as the driver has ended. Nothing is ever sent on the lifeline."""
    # Linux takes "the parent" to be the thread that forked: only a main thread lives long enough.
    if sys.platform == "linux" and started_by_main_thread:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    def watch() -> None:
        lifeline.poll(None)  # returns at end of file only
        os._exit(1)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()


def leave_interrupts_to_driver() -> None:
    """Ignore Ctrl-C, which a terminal sends to the ranks as well; the driver ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # blocked while being started


def num_threads(size: int, ctx: str) -> int:
    """How many threads each of `size` ranks may compute with: an equal part of the cores.

    One under "fork": the thread pool of the parent does not exist in a forked child, and an
    operation that waits for it would never return.
    """
    if ctx == "fork":
        return 1
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return max(1, cores // size)
