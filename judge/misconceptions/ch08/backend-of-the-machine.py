"""The code lets the machine decide about the backend, not the caller.

Why: Where there are GPUs, NCCL is the better choice, so asking for gloo looks like an oversight. It
is how one tries the CPU path on such a machine.

Look: When may backend be replaced?
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
    backend = "nccl" if device.type == "cuda" else "gloo"
    if backend == "nccl":
        torch.cuda.set_device(device)
    limit = timedelta(seconds=timeout)
    dist.init_process_group(
        backend, init_method=init_method, rank=rank, world_size=size, timeout=limit
    )
    control = dist.new_group(backend="gloo", timeout=limit) if backend == "nccl" else None
    return TorchGroup(dist.group.WORLD, control)
