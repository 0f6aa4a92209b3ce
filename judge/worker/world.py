"""Process groups as ranks meet them: one that layers are handed, or none until they ask for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
import torch.distributed as dist
from torch.distributed import distributed_c10d

from .link import Link, Places
from .process_group import BACKEND, Note, register
from .work import ContractViolation

_real_init = dist.init_process_group
_HAS_ONE = "This rank has its process group already: init_process_group is not called here."
_BACKENDS = ("gloo", "nccl", "cpu:gloo,cuda:nccl")

Asked: TypeAlias = Callable[[], dict[str, Any]]  # gives its answer once


class HandedGroup:
    """The `TPGroup` that chapters 2 to 7 are given: its calls go through torch.distributed.

    It may work in place or not: it does on even ranks, so that what it returns has to be used.
    """

    def __init__(self, rank: int, size: int) -> None:
        self.rank, self.size = rank, size

    def all_reduce(self, x: torch.Tensor) -> torch.Tensor:
        if self.size == 1:
            return x
        y = self._own(x)
        dist.all_reduce(y)
        return y

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
        if self.size == 1:
            return x
        y = self._own(x)
        dist.broadcast(y, src)
        return y

    def _own(self, x: torch.Tensor) -> torch.Tensor:
        return x if self.rank % 2 == 0 or not x.is_contiguous() else x.clone()


@dataclass(frozen=True)
class Bare:
    """What a rank without a group knows: who it is, and where ranks could meet."""

    rank: int
    size: int
    init_method: str  # a new one for each case
    asked: Asked = dict  # what init_process_group was told, where it ends in the judge


def start(link: Link, note: Note, places: Places, rank: int, size: int) -> HandedGroup:
    """Make the default process group, and the group that layers are handed."""
    register(link, note, places)
    _init_as("gloo", rank, size)

    def init_process_group(*_: Any, **__: Any) -> None:
        note(_HAS_ONE)
        raise ContractViolation(_HAS_ONE)

    _replace_init(init_process_group)
    return HandedGroup(rank, size)


def answer_init(link: Link, note: Note, places: Places, rank: int, size: int) -> Asked:
    """Leave the rank without a group; the learner's `init_process_group` ends in the judge."""
    register(link, note, places)
    told: dict[str, Any] = {}

    def init_process_group(
        backend: str | None = None,
        init_method: str | None = None,
        timeout: Any = None,
        world_size: int = -1,
        rank: int = -1,
        **options: Any,
    ) -> None:
        place = (me if rank == -1 else rank, size if world_size == -1 else world_size)
        if place != (me, size):
            wrong = f"init_process_group was told rank {place[0]} of {place[1]}"
            raise ContractViolation(f"{wrong}; this is rank {me} of {size}.")
        name = str(backend or "gloo").lower()
        if name not in _BACKENDS:
            raise ContractViolation(f"init_process_group: there is no backend {name!r} here.")
        nonlocal told
        told = {"backend": name, "init_method": init_method, "timeout": timeout}
        _init_as(name, me, size)

    def asked() -> dict[str, Any]:
        nonlocal told
        taken, told = told, {}
        return taken

    me = rank
    os.environ |= {"RANK": str(me), "LOCAL_RANK": str(me), "WORLD_SIZE": str(size)}  # as torchrun
    _replace_init(init_process_group)
    return asked


def _replace_init(init_process_group: Callable[..., None]) -> None:
    dist.init_process_group = init_process_group
    distributed_c10d.init_process_group = init_process_group


def _init_as(backend: str, rank: int, size: int) -> None:
    """Start on the judge, under the name of the backend that was asked for."""
    _real_init(BACKEND, store=dist.HashStore(), rank=rank, world_size=size)  # type: ignore[attr-defined]
    world = distributed_c10d._get_default_group()
    _, store = distributed_c10d._world.pg_map[world]
    distributed_c10d._world.pg_map[world] = (backend, store)


def leave() -> None:
    """Forget every process group, so that the next case starts without one."""
    if dist.is_initialized():
        dist.destroy_process_group()
