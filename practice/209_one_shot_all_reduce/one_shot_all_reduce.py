"""Problem 209: an all-reduce in memory that all ranks share, without a barrier at its end.

Ranks are processes on one host that have mapped the same memory, zeros at first. Each call uses one
of two buffers: a rank writes its own slot there, publishes, waits for the others, and adds up all
slots. For processors that show stores in the order in which they were made, as x86 does. Needs
torch and the standard library only.
"""

from collections.abc import Callable
from os import sched_yield

import torch
from torch import Tensor

LINE_BYTES = 64  # a cache line: each counter has one of its own
NUM_BUFFERS = 2


def memory_bytes(size: int, slot_bytes: int) -> int:
    """How many bytes `size` ranks share: a line for each counter, then two buffers of slots."""
    return size * LINE_BYTES + NUM_BUFFERS * size * slot_bytes


def slot_start(call: int, rank: int, size: int, slot_bytes: int) -> int:
    """The first byte of the slot in which a rank writes in its call number `call`, 1, 2, 3, …

    Odd calls use buffer 1, even ones buffer 0. With 2 ranks and slots of 128 bytes, rank 1 writes
    at 512 in call 1, at 256 in call 2, and at 512 again in call 3.
    """
    raise NotImplementedError("p209.1 slots")


class Counters:
    """The counters at the beginning of the memory: how many calls each rank has published."""

    def __init__(self, memory: bytearray, size: int):
        """memory: anything with writable bytes, such as an mmap."""
        self.size = size
        self._numbers = memoryview(memory).cast("B")[: size * LINE_BYTES].cast("q")

    def read(self, rank: int) -> int:
        return self._numbers[rank * LINE_BYTES // 8]

    def write(self, rank: int, value: int) -> None:
        self._numbers[rank * LINE_BYTES // 8] = value  # aligned: a reader sees old or new


def wait_for_all(counters: Counters, call: int, pause: Callable[[], object]) -> None:
    """Return as soon as every rank has published this call, or a later one.

    Calls pause() each time that somebody was not yet there when looked at, and never otherwise.
    """
    raise NotImplementedError("p209.2 waiting for all")


class OneShotAllReduce:
    """The all-reduce of one rank. All ranks make the same calls in the same order.

    Attributes: rank, size, slot_bytes; counters; call, the number of the last call, 0 at first.
    """

    def __init__(
        self,
        memory: bytearray,
        rank: int,
        size: int,
        slot_bytes: int,
        pause: Callable[[], object] = sched_yield,
    ):
        """memory: memory_bytes(size, slot_bytes) bytes that all ranks have mapped, such as an mmap.

        slot_bytes is a multiple of 64. pause is called while this rank waits.
        """
        self.rank = rank
        self.size = size
        self.slot_bytes = slot_bytes
        self.pause = pause
        self.counters = Counters(memory, size)
        self.call = 0
        self._bytes = torch.frombuffer(memory, dtype=torch.uint8)

    def slots(self, call: int, x: Tensor) -> list[Tensor]:
        """Every rank's slot of a call, in rank order: as much of it as x takes, flat, of its dtype.

        They lie on the shared memory: what is written into them, all ranks can read.
        """
        starts = [slot_start(call, rank, self.size, self.slot_bytes) for rank in range(self.size)]
        return [self._bytes[start : start + x.nbytes].view(x.dtype) for start in starts]

    def all_reduce(self, x: Tensor) -> Tensor:
        """The sum of every rank's x, on every rank, in a tensor of its own; x stays as it is.

        x has any shape and may be strided. The numbers are added in x's dtype and in the order of
        ranks, so that all ranks get the same bits. Raises ValueError that prints both numbers when
        x has more bytes than a slot, before anything is written.
        """
        raise NotImplementedError("p209.3 all-reduce")
