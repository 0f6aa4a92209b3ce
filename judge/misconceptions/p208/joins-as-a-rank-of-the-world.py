"""The code lets a rank join with its number in the world.

Why: With one group the two are the same. In the second group there is no rank 2 of 2.

Look: Which numbers do the ranks 2 and 3 of the world have in their group?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def __init__(self, device, cpu_group=None, library=None):
        self.device = torch.device(device)
        self.rank = dist.get_rank()
        self.size = dist.get_world_size(cpu_group)
        self.comm = None
        if self.size == 1:
            return
        self.library = library or load_nccl()
        unique_id = share_unique_id(self.library, cpu_group)
        comm = c_void_p()
        with torch.cuda.device(self.device):
            result = self.library.ncclCommInitRank(byref(comm), self.size, unique_id, self.rank)
        check(self.library, "ncclCommInitRank", result)
        self.comm = comm
