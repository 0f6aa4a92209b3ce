"""The message has the number and no words.

Why: The header says what 4 means. At 11 p.m. nobody has the header at hand.

Look: Who knows what result 4 means, without opening nccl.h?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def check(library, function: str, result: int) -> None:
    if result != SUCCESS:
        raise NcclError(f"{function}: {result}")
