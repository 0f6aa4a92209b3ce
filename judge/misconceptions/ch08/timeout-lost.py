"""The code gives the time-out to new_group only.

Why: Once the ranks have met, the world seems settled. Its time-out holds for every collective on
it: without one a lost rank is noticed after 30 minutes, or 10 with NCCL.

Look: Which of your calls knows how long the caller wants to wait?
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
    dist.init_process_group(backend, init_method=init_method, rank=rank, world_size=size)
    control = dist.new_group(backend="gloo", timeout=limit) if backend == "nccl" else None
    return TorchGroup(dist.group.WORLD, control)
