"""The code makes a second group for gloo too.

Why: Control messages have a group of their own, so one is made. With gloo the first group is on the
CPU already: a second one costs connections between all ranks and gains nothing.

Look: Which of the two backends cannot carry a CPU tensor?
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
    control = dist.new_group(backend="gloo", timeout=limit)
    return TorchGroup(dist.group.WORLD, control)
