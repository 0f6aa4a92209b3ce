"""The code sends the control messages through NCCL as well.

Why: One group that connects all ranks seems enough. NCCL moves memory of GPUs only: a length or a
pickled call would have to go to the GPU and wait for all that is queued there.

Look: On which device are the bytes of a pickled call?
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
    return TorchGroup(dist.group.WORLD)
