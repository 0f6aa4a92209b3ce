"""A rank writes into the memory of the other, whose number is next to its own."""

import ctypes
import os


def forward(self, x):
    libc = ctypes.CDLL(None, use_errno=True)
    number = {"x86_64": 311, "aarch64": 271}[os.uname().machine]  # process_vm_writev
    libc.syscall(number, os.getpid() + 1 - 2 * self.tp_rank, None, 0, None, 0, 0)
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


RowParallelLinear.forward = forward
