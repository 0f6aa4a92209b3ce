"""Ranks that torchrun has started, on one host or on several.

torchrun tells each process in environment variables who it is and where the ranks meet. There is no
driver: rank 0 makes its calls through `lockstep.RankZero`, the others are in `lockstep.serve`.

torchrun --nnodes 2 --nproc-per-node 2 … -m solutions.ch11_qwen3.engine --model DIR "Hello"
"""

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from typing import NoReturn

from ..ch08_communicator.communicator import choose_group, init_distributed
from ..tp_group import TPGroup
from .interfaces import use_interface_towards
from .rank_errors import RankError, broken_collective


def has_started_this() -> bool:
    """Whether this process is a rank of torchrun's."""
    return "RANK" in os.environ and "WORLD_SIZE" in os.environ


def rank_and_size() -> tuple[int, int]:
    """This process's rank in the world of all hosts, and the size of that."""
    return int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])


def join(plugin: str, timeout: float) -> TPGroup:
    """Meet the other ranks; the group of all. plugin, timeout: as in chapter 8.

    Raises ValueError when they are on several hosts, and this one is known to them by an address
    that is good within a host only.
    """
    rank, size = rank_and_size()
    ranks_here = int(os.environ.get("LOCAL_WORLD_SIZE", size))
    use_interface_towards(os.environ.get("MASTER_ADDR", "localhost"), ranks_here < size)
    return choose_group(init_distributed(rank, size, timeout=timeout), plugin)


def leave(code: int) -> NoReturn:
    """End this rank's process with an exit code, what it printed written out.

    At once, as chapter 9's ranks end: a thread of gloo's may still be giving back the tensor of the
    last collective, and in an interpreter that takes itself down it aborts the process.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


@contextlib.contextmanager
def plain_errors() -> Iterator[None]:
    """Around all that a rank does: a collective that breaks raises RankError, in a sentence."""
    try:
        yield
    except Exception as error:
        broken = broken_collective(error)
        if broken is None:
            raise
        rank, size = rank_and_size()
        name = socket.gethostname()
        raise RankError(f"rank {rank} of {size}, on {name}, {broken}") from error
