"""The code acts as if a wrong rank shows by itself.

Why: Surely torch.distributed notices a rank that is too high. It does not notice at once: the
others wait for a rank that never comes, until the time-out.

Look: Who is waited for when a world of 2 has ranks 0 and 2?
"""


def init_distributed(
    rank: int,
    size: int,
    backend: str | None = None,
    init_method: str | None = None,
    timeout: float = 1800.0,
) -> TorchGroup:
    device = default_device(rank, size)
    backend = backend or ("nccl" if device.type == "cuda" else "gloo")
    if backend == "nccl":
        torch.cuda.set_device(device)
    limit = timedelta(seconds=timeout)
    dist.init_process_group(
        backend, init_method=init_method, rank=rank, world_size=size, timeout=limit
    )
    control = dist.new_group(backend="gloo", timeout=limit) if backend == "nccl" else None
    return TorchGroup(dist.group.WORLD, control)
