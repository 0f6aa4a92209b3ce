"""The code always takes gloo as the backend.

Why: On a laptop nothing else works. On a machine with a GPU for every rank, gloo would copy each
tensor to the CPU and back.

Look: What does default_device say where there are GPUs?
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
    backend = "gloo"
    if backend == "nccl":
        torch.cuda.set_device(device)
    limit = timedelta(seconds=timeout)
    dist.init_process_group(
        backend, init_method=init_method, rank=rank, world_size=size, timeout=limit
    )
    control = dist.new_group(backend="gloo", timeout=limit) if backend == "nccl" else None
    return TorchGroup(dist.group.WORLD, control)
