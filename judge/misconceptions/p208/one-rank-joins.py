"""A single rank loads the library too.

Why: It does no harm where there is a GPU. A single rank should run where there is none.

Look: What does PyNccl need at size 1?
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
        self.library = library or load_nccl()
        if self.size == 1:
            return
        unique_id = share_unique_id(self.library, cpu_group)
        comm = c_void_p()
        with torch.cuda.device(self.device):
            result = self.library.ncclCommInitRank(byref(comm), self.size, unique_id, self.rank)
        check(self.library, "ncclCommInitRank", result)
        self.comm = comm
