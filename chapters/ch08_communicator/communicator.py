"""The group of chapters 1 to 7, made real on torch.distributed.

A model's tensors travel over the process group: NCCL between GPUs, gloo between CPUs. Method calls
and lengths travel over the control group, always gloo, so that they never wait for a GPU. With gloo
one group serves both. No process is started here: that is chapter 9. Other ways of moving data
register in PLUGINS. The two groups and the plugin choice are vLLM's and mini-sglang's.
"""

import os
from collections.abc import Callable
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import Tensor

from ..tp_group import TPGroup


def contiguous(x: Tensor) -> Tensor:
    """Return x; raise ValueError, printing shape and strides, when it is not contiguous.

    gloo reads the memory from x's first element on and ignores strides: the sum of a transposed
    matrix would be silently wrong.
    """
    raise NotImplementedError("ch08.2 all-reduce")


class TorchGroup:
    """A TPGroup on a torch.distributed process group.

    Attributes: process_group; rank and size within it, which need not be the world's; control, a
    TorchGroup for CPU-side messages between the same ranks (self, when there is no other).
    A non-contiguous x is a ValueError, before any collective. At size 1 no collective is called.
    src and dst count within this group; one that it does not have is a ValueError.
    """

    def __init__(
        self,
        process_group: dist.ProcessGroup,
        control_group: dist.ProcessGroup | None = None,
    ):
        """Wrap a process group, and a second one of the same ranks for control messages.

        Raises ValueError when this process is not a member of process_group.
        """
        raise NotImplementedError("ch08.1 rank and size in a group")

    def all_reduce(self, x: Tensor) -> Tensor:
        """The sum of every rank's x, on every rank; works in place and returns x."""
        raise NotImplementedError("ch08.2 all-reduce")

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        """Every rank's x, concatenated along dim in rank order, on every rank.

        Two ranks, x (3, 4): dim 0 gives (6, 4), dim -1 gives (3, 8).
        """
        raise NotImplementedError("ch08.3 all-gather")

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        """As all_gather, but on rank dst of this group only; None on the others."""
        raise NotImplementedError("ch08.4 gather and broadcast")

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        """The x of rank src of this group, on every rank; works in place and returns x."""
        raise NotImplementedError("ch08.4 gather and broadcast")

    def global_rank(self, rank: int) -> int:
        """The world's number of a rank of this group: torch.distributed counts in the world's.

        In a world of 4, rank 1 of the group of ranks 2 and 3 is rank 3. Raises ValueError, printing
        rank and size, for a rank that the group does not have.
        """
        raise NotImplementedError("ch08.4 gather and broadcast")


def shm_group(group: TorchGroup) -> TPGroup:
    """Chapter 13's group in shared memory; ValueError when these ranks cannot share any."""
    # Not at the top: that file imports this one.
    from ..ch13_fast_collectives.shm_group import make_shm_group

    return make_shm_group(group)


def fastest_group(group: TorchGroup) -> TPGroup:
    """Chapter 13's group when all ranks share a host, and that chapter is written; else group."""
    try:
        from ..ch13_fast_collectives.shm_group import make_fastest_group

        return make_fastest_group(group)
    except (ImportError, NotImplementedError):
        return group


# From a name to what makes the group that a model is given out of the ranks' TorchGroup. A plugin
# has TPGroup's attributes and methods, and hands on `control`.
PLUGINS: dict[str, Callable[[TorchGroup], TPGroup]] = {
    "torch": lambda group: group,
    "shm": shm_group,
    "auto": fastest_group,
}


def choose_group(group: TorchGroup, plugin: str = "torch") -> TPGroup:
    """The group that a model should use, made by the plugin of this name.

    "torch", the default, is torch.distributed itself: the group that was given.
    Raises ValueError, listing the names there are, for an unknown one.
    """
    raise NotImplementedError("ch08.5 choosing a plugin")


def default_device(rank: int, size: int) -> torch.device:
    """A GPU of its own for each rank, when this host has so many; the CPU otherwise.

    With ranks on several hosts, torchrun's variables say which of them are on this one.
    """
    local_rank = int(os.environ.get("LOCAL_RANK", rank))
    local_size = int(os.environ.get("LOCAL_WORLD_SIZE", size))
    if torch.cuda.device_count() >= local_size:
        return torch.device("cuda", local_rank)
    return torch.device("cpu")


def init_distributed(
    rank: int,
    size: int,
    backend: str | None = None,
    init_method: str | None = None,
    timeout: float = 1800.0,
) -> TorchGroup:
    """Join the other ranks in torch.distributed's world, and return the group of all.

    Call it once in each of `size` processes. backend is "gloo" or "nccl"; None means NCCL when
    there is a GPU for every rank (see default_device), else gloo. With NCCL each rank takes the GPU
    of default_device, and a second group, on gloo, is its control group; gloo needs no second one.
    init_method says where the ranks meet: a URL such as "file:///new/path", or None for the
    variables that torchrun sets. timeout, in seconds, holds for the meeting and for every
    collective, control messages included.
    Raises ValueError, printing both, unless 0 <= rank < size.
    """
    raise NotImplementedError("ch08.6 joining the world")
