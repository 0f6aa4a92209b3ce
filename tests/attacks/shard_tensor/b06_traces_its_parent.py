"""Attaches to its parent as a debugger does (B05)."""

import ctypes
import os


def shard_tensor(*arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    for request in (16, 0x4206):  # PTRACE_ATTACH, PTRACE_SEIZE
        if libc.ptrace(request, os.getppid(), 0, 0) == 0:
            raise RuntimeError("won")
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
