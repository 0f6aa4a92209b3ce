"""Nobody looks whether joining succeeded.

Why: The communicator has been written, so it seems fine. Its first use then crashes the process.

Look: What is in comm when ncclCommInitRank has failed?
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
        with torch.cuda.device(self.device):
            self.library.ncclCommInitRank(byref(comm), self.size, unique_id, self.rank)
        self.comm = comm
