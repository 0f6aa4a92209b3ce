"""The code lets the ranks meet where torchrun says, not where it is told.

Why: With torchrun nothing else is needed: init_process_group reads its variables. An engine that
starts its own ranks has no torchrun, and says in init_method where they meet.

Look: What does your code do with init_method?
"""


def init_distributed(
    rank: int,
    size: int,
    backend: str | None = None,
    init_method: str | None = None,
    timeout: float = 1800.0,
) -> TorchGroup:
    if not 0 <= rank < size:
        raise ValueError(f"there is no rank {rank} in a world of {size}")
    device = default_device(rank, size)
    backend = backend or ("nccl" if device.type == "cuda" else "gloo")
    if backend == "nccl":
        torch.cuda.set_device(device)
    limit = timedelta(seconds=timeout)
    dist.init_process_group(backend, rank=rank, world_size=size, timeout=limit)
    control = dist.new_group(backend="gloo", timeout=limit) if backend == "nccl" else None
    return TorchGroup(dist.group.WORLD, control)
