"""The id through numpy; the refusals in a row."""

from ctypes import POINTER, c_char_p, c_int, c_size_t, c_uint, c_void_p, pointer

import numpy as np
import torch
import torch.distributed as dist


def declare(library):
    p, i = c_void_p, c_int
    for name, argtypes in (
        ("ncclGetUniqueId", (POINTER(UniqueId),)),
        ("ncclCommInitRank", (POINTER(p), i, UniqueId, i)),
        ("ncclAllReduce", (p, p, c_size_t, c_uint, c_uint, p, p)),
        ("ncclCommDestroy", (p,)),
        ("ncclGetErrorString", (i,)),
    ):
        function = getattr(library, name)
        function.argtypes = list(argtypes)
        function.restype = c_char_p if name == "ncclGetErrorString" else i


def check(library, function, result):
    if result:
        raise NcclError(f"{function}: {library.ncclGetErrorString(result).decode()} ({result})")


def share_unique_id(library, cpu_group=None):
    unique_id = UniqueId()
    array = np.frombuffer(unique_id, dtype=np.uint8)
    if dist.get_rank(cpu_group) == 0:
        check(library, "ncclGetUniqueId", library.ncclGetUniqueId(pointer(unique_id)))
    source = dist.get_global_rank(cpu_group, 0) if cpu_group is not None else 0
    dist.broadcast(torch.from_numpy(array), source, group=cpu_group)
    return unique_id


class PyNccl:
    def __init__(self, device, cpu_group=None, library=None):
        self.device = torch.device(device)
        self.size = dist.get_world_size(cpu_group)
        self.rank = dist.get_rank(cpu_group)
        self.comm = self.library = None
        if self.size == 1:
            return
        self.library = load_nccl() if library is None else library
        with torch.cuda.device(self.device):
            comm, unique_id = c_void_p(), share_unique_id(self.library, cpu_group)
            check(
                self.library,
                "ncclCommInitRank",
                self.library.ncclCommInitRank(pointer(comm), self.size, unique_id, self.rank),
            )
        self.comm = comm.value

    def _refuse(self, x):
        reasons = {
            f"on {x.device}": x.device != self.device,
            f"strides {x.stride()}": not x.is_contiguous(),
            f"{x.dtype}": x.dtype not in DTYPES,
        }
        if any(reasons.values()):
            raise ValueError(", ".join(reason for reason, wrong in reasons.items() if wrong))

    def all_reduce(self, x):
        self._refuse(x)
        if self.size > 1:
            stream = torch.cuda.current_stream(self.device)
            told = (x.data_ptr(), x.data_ptr(), x.nelement(), DTYPES.get(x.dtype), SUM)
            result = self.library.ncclAllReduce(*told, self.comm, stream.cuda_stream)
            check(self.library, "ncclAllReduce", result)
        return x

    def close(self):
        if not self.comm:
            return
        torch.cuda.synchronize(self.device)
        result = self.library.ncclCommDestroy(self.comm)
        self.comm = None
        check(self.library, "ncclCommDestroy", result)
