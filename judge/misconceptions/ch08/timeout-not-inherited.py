"""The code acts as if a new group inherits the time-out of the world.

Why: It is made inside the world, so its settings look like the world's. new_group knows nothing of
them: without a time-out of its own it waits 30 minutes.

Look: What is the default of new_group's time-out?
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
    dist.init_process_group(
        backend, init_method=init_method, rank=rank, world_size=size, timeout=limit
    )
    control = dist.new_group(backend="gloo") if backend == "nccl" else None
    return TorchGroup(dist.group.WORLD, control)
