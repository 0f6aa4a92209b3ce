"""Checks inside each method, arguments by position, a control group that names its ranks."""

import datetime


class TorchGroup:
    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        if not x.is_contiguous():
            raise ValueError(f"shape {list(x.shape)} is not contiguous")
        if self.size == 1:
            return x
        parts = list(torch.zeros(self.size, *x.shape, dtype=x.dtype).unbind())
        dist.all_gather(parts, x, self.process_group)
        return torch.concat(parts, dim)

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        if not x.is_contiguous():
            raise ValueError(f"shape {list(x.shape)} is not contiguous")
        if self.size == 1:
            return x
        if dst >= self.size or dst < 0:
            raise ValueError(f"no rank {dst} among {self.size}")
        root = dist.get_global_rank(self.process_group, dst)
        if self.rank != dst:
            dist.gather(x, dst=root, group=self.process_group)
            return None
        parts = [torch.empty_like(x) for _ in range(self.size)]
        dist.gather(x, parts, root, self.process_group)
        return torch.concat(parts, dim)


def init_distributed(
    rank: int,
    size: int,
    backend: str | None = None,
    init_method: str | None = None,
    timeout: float = 1800.0,
) -> TorchGroup:
    if rank < 0 or rank >= size:
        raise ValueError(f"rank {rank}, size {size}")
    if backend is None:
        backend = "nccl" if default_device(rank, size).type == "cuda" else "gloo"
    wait = datetime.timedelta(milliseconds=1000 * timeout)
    if backend == "nccl":
        torch.cuda.set_device(default_device(rank, size).index)
    where = {} if init_method is None else {"init_method": init_method}
    dist.init_process_group(backend, timeout=wait, world_size=size, rank=rank, **where)
    if backend != "nccl":
        return TorchGroup(dist.group.WORLD)
    return TorchGroup(dist.group.WORLD, dist.new_group(list(range(size)), wait, "gloo"))
