"""A result that is no success is passed over.

Why: C functions raise nothing, so it looks as if all went well. The next call then fails in a
place that has nothing to do with it.

Look: Which line of your code looks at the result?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def check(library, function: str, result: int) -> None:
    return None
