"""The code acts as if NCCL's words were bytes.

Why: A C string comes as bytes, and an f-string prints them, with b and quotes.

Look: What does the message look like, letter by letter?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def check(library, function: str, result: int) -> None:
    if result != SUCCESS:
        raise NcclError(f"{function}: {library.ncclGetErrorString(result)} ({result})")
