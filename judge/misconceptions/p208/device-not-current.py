"""The ranks join while another GPU is the current one.

Why: The device is an argument of PyNccl, so it seems known. NCCL has no such argument: it takes
the GPU that is current, and that is number 0 on all ranks.

Look: Where does ncclCommInitRank learn which GPU is meant?
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
        result = self.library.ncclCommInitRank(byref(comm), self.size, unique_id, self.rank)
        check(self.library, "ncclCommInitRank", result)
        self.comm = comm
