"""The code acts as if a result counts as a success when it is true.

Why: In Python, true is good. In C a result of 0 means success, and every other number is an
error.

Look: What is bool(SUCCESS)?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def check(library, function: str, result: int) -> None:
    if not result:
        words = library.ncclGetErrorString(result).decode(errors="replace")
        raise NcclError(f"{function}: {words} ({result})")
