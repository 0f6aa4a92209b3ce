"""Process groups as ranks meet them: one that is handed to layers, or none until they ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist
from torch.distributed import distributed_c10d

from .link import Link, Places
from .process_group import BACKEND, ContractViolation, register

_real_init = dist.init_process_group


class HandedGroup:
    """The `TPGroup` that chapters 2 to 7 are given: torch.distributed calls that end in the judge."""

    def __init__(self, rank: int, size: int) -> None:
        self.rank, self.size = rank, size

    def all_reduce(self, x: torch.Tensor) -> torch.Tensor:
        if self.size > 1:
            dist.all_reduce(x)
        return x

    def all_gather(self, x: torch.Tensor, dim: int = -1) -> torch.Tensor:
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)]
        dist.all_gather(parts, x)
        return torch.cat(parts, dim)

    def gather(self, x: torch.Tensor, dim: int = -1, dst: int = 0) -> torch.Tensor | None:
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)] if self.rank == dst else None
        dist.gather(x, parts, dst)
        return None if parts is None else torch.cat(parts, dim)

    def broadcast(self, x: torch.Tensor, src: int = 0) -> torch.Tensor:
        if self.size > 1:
            dist.broadcast(x, src)
        return x


@dataclass(frozen=True)
class Bare:
    """What a rank without a group knows: who it is, and where ranks could meet."""

    rank: int
    size: int
    init_method: str  # a new one for each case


def start(link: Link, places: Places, rank: int, size: int) -> HandedGroup:
    """Make the default process group, and the group that layers are handed."""
    register(link, places)
    _init_as("gloo", rank, size)
    return HandedGroup(rank, size)


def answer_init(link: Link, places: Places, rank: int, size: int) -> None:
    """Leave the rank without a group, and answer the learner's `init_process_group` with the judge."""
    register(link, places)

    def init_process_group(
        backend: str | None = None,
        init_method: str | None = None,
        timeout: Any = None,
        world_size: int = -1,
        rank: int = -1,
        **options: Any,
    ) -> None:
        told = (me if rank == -1 else rank, size if world_size == -1 else world_size)
        if told != (me, size):
            raise ContractViolation(
                f"init_process_group was told rank {rank} of {world_size}; this is rank {me} of {size}."
            )
        _init_as(str(backend or "gloo").lower(), me, size)

    me = rank
    dist.init_process_group = init_process_group
    distributed_c10d.init_process_group = init_process_group


def _init_as(backend: str, rank: int, size: int) -> None:
    """Start on the judge, under the name of the backend that was asked for."""
    _real_init(BACKEND, store=dist.HashStore(), rank=rank, world_size=size)
    world = distributed_c10d._get_default_group()
    _, store = distributed_c10d._world.pg_map[world]
    distributed_c10d._world.pg_map[world] = (backend, store)


def leave() -> None:
    """Forget every process group, so that the next case starts without one."""
    if dist.is_initialized():
        dist.destroy_process_group()
