"""The id as a view of its own memory; close with a stream's synchronize."""

import ctypes

import torch
import torch.distributed as dist


def share_unique_id(library, cpu_group=None):
    unique_id = UniqueId()
    data = torch.frombuffer(unique_id, dtype=torch.uint8)
    first = dist.get_process_group_ranks(cpu_group or dist.group.WORLD)[0]
    if dist.get_rank() == first:
        result = library.ncclGetUniqueId(ctypes.byref(unique_id))
        check(library, "ncclGetUniqueId", result)
    dist.broadcast(data, first, cpu_group)
    return unique_id


class PyNccl:
    def close(self):
        comm, self.comm = self.comm, None
        if comm is not None:
            torch.cuda.current_stream(self.device).synchronize()
            check(self.library, "ncclCommDestroy", self.library.ncclCommDestroy(comm))
