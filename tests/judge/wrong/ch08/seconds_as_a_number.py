"""runtime_error: the time-out is a number, which torch does not take"""


def init_distributed(
    rank: int,
    size: int,
    backend: str | None = None,
    init_method: str | None = None,
    timeout: float = 1800.0,
) -> TorchGroup:
    if not 0 <= rank < size:
        raise ValueError(f"there is no rank {rank} in a world of {size}")
    backend = backend or ("nccl" if default_device(rank, size).type == "cuda" else "gloo")
    if backend == "nccl":
        torch.cuda.set_device(rank)
    dist.init_process_group(
        backend, init_method=init_method, rank=rank, world_size=size, timeout=timeout
    )
    control = dist.new_group(backend="gloo", timeout=timeout) if backend == "nccl" else None
    return TorchGroup(dist.group.WORLD, control)
