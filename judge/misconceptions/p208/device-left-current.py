"""The device stays the current one.

Why: A set_device is the shortest way. The caller's current device is another one from then on.

Look: Which device is current when __init__ has returned?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def __init__(self, device, cpu_group=None, library=None):
        self.device = torch.device(device)
        self.rank = dist.get_rank(cpu_group)
        self.size = dist.get_world_size(cpu_group)
        self.comm = None
        if self.size == 1:
            return
        self.library = library or load_nccl()
        unique_id = share_unique_id(self.library, cpu_group)
        comm = c_void_p()
        torch.cuda.set_device(self.device)
        result = self.library.ncclCommInitRank(byref(comm), self.size, unique_id, self.rank)
        check(self.library, "ncclCommInitRank", result)
        self.comm = comm
