"""Each function declared by itself; ids as lists of numbers."""

import ctypes

import torch
import torch.distributed as dist


def declare(library):
    pointer, number = ctypes.c_void_p, ctypes.c_int32
    library.ncclGetErrorString.restype = ctypes.c_char_p
    library.ncclGetErrorString.argtypes = [number]
    library.ncclGetUniqueId.restype = number
    library.ncclGetUniqueId.argtypes = [pointer]
    library.ncclCommInitRank.restype = number
    library.ncclCommInitRank.argtypes = [pointer, number, UniqueId, number]
    library.ncclAllReduce.restype = number
    library.ncclAllReduce.argtypes = [
        pointer, pointer, ctypes.c_uint64, number, number, pointer, pointer,
    ]  # fmt: skip
    library.ncclCommDestroy.restype = number
    library.ncclCommDestroy.argtypes = [pointer]


def check(library, function, result):
    if result == 0:
        return
    words = str(library.ncclGetErrorString(result), "utf-8")
    raise NcclError(function + ": " + words + " (" + str(result) + ")")


def share_unique_id(library, cpu_group=None):
    group = dist.group.WORLD if cpu_group is None else cpu_group
    data = torch.zeros(128, dtype=torch.uint8)
    if dist.get_rank(group) == 0:
        mine = UniqueId()
        check(library, "ncclGetUniqueId", library.ncclGetUniqueId(ctypes.pointer(mine)))
        data = torch.tensor(list(bytes(mine)), dtype=torch.uint8)
    dist.broadcast(data, dist.get_process_group_ranks(group)[0], group)
    shared = UniqueId()
    ctypes.memmove(ctypes.addressof(shared), bytes(data.tolist()), 128)
    return shared


class PyNccl:
    def __init__(self, device, cpu_group=None, library=None):
        self.rank, self.size = dist.get_rank(cpu_group), dist.get_world_size(cpu_group)
        self.device, self.library, self.comm = torch.device(device), library, None
        if self.size > 1:
            if library is None:
                self.library = load_nccl()
            shared = share_unique_id(self.library, cpu_group)
            self.comm = ctypes.c_void_p()
            before = torch.cuda.current_device()
            torch.cuda.set_device(self.device)
            out = ctypes.byref(self.comm)
            result = self.library.ncclCommInitRank(out, self.size, shared, self.rank)
            torch.cuda.set_device(before)
            check(self.library, "ncclCommInitRank", result)

    def all_reduce(self, x):
        if x.device != self.device or not x.is_contiguous() or x.dtype not in DTYPES:
            raise ValueError(f"{x.dtype} of strides {x.stride()} on {x.device}")
        if self.size > 1:
            start = ctypes.c_void_p(x.data_ptr())
            with torch.cuda.device(self.device):
                stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            kind = DTYPES[x.dtype]
            code = self.library.ncclAllReduce(start, start, x.numel(), kind, 0, self.comm, stream)
            check(self.library, "ncclAllReduce", code)
        return x

    def close(self):
        comm = self.comm
        self.comm = None
        if comm is None:
            return
        with torch.cuda.device(self.device):
            torch.cuda.synchronize()
        check(self.library, "ncclCommDestroy", self.library.ncclCommDestroy(comm))
