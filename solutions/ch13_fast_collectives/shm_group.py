"""Collectives between ranks on one host, through memory that all of them have mapped.

A TPGroup like chapter 8's, and a plugin of it: no message, no system call, no copy by the kernel.
It carries tensors on the CPU. Method calls stay on the control group, where a rank that waits for
work sleeps until it is woken, while here it looks again and again. Small messages go in one shot,
large ones in two steps, as in vLLM's custom all-reduce for GPUs.

Shapes: n numbers of a message · S slots, one a rank
"""

import os
import time
from collections.abc import Sequence

import torch
from torch import Tensor

from ..ch08_communicator.communicator import TorchGroup, contiguous
from ..tp_group import TPGroup
from .segment import NUM_BUFFERS, Segment, share_segment

ONE_SHOT_BYTES = 1 << 16  # a larger message is reduced in two steps
SPIN_S = 200e-6  # how long a rank that waits keeps its core, if nobody else wants it
NAP_S = 20e-6
LOOK_S = 0.1  # how long it waits before it looks whether the others are alive


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    """Write parts[0] + parts[1] + parts[2] + … into out, added from left to right.

    Two or more parts, of out's shape; out is none of them. The order is the same on every rank, so
    the bits are. In float32, (1e8 + -1e8) + 1 is 1, and 1e8 + (-1e8 + 1) is 0.
    """
    torch.add(parts[0], parts[1], out=out)
    for part in parts[2:]:
        out.add_(part)


class ShmGroup:
    """A TPGroup on shared memory.

    Attributes: rank, size, control as in TorchGroup; segment; tick, how often this rank has
    published; round, how many rounds it has begun.

    Everything is made of rounds. In a round a rank takes the next buffer, writes into its own slot
    of it, meets the others, and reads their slots. There is no second meeting at the end: who
    writes into this buffer again, two rounds later, has met the others in the round between, and
    they went there when they had read. With one buffer a fast rank would overwrite what a slow one
    still reads.

    A non-contiguous x, or one that is not on the CPU, is a ValueError before anything is written.
    ConnectionError, within a second, when a rank has ended that this one waits for: it names it.
    """

    def __init__(self, group: TorchGroup, segment: Segment | None):
        """Of the ranks of this group, which all pass their own view of one segment.

        At size 1 there is none.
        """
        self.rank = group.rank
        self.size = group.size
        self.control = group.control
        self.segment = segment
        self.tick = 0
        self.round = 0

    def all_reduce(self, x: Tensor) -> Tensor:
        """The sum of every rank's x, the same bits on every rank; works in place and returns x.

        At once, each rank of S reads the n numbers of S - 1 others. In two steps it reads 1 / S of
        them, adds, and reads the sums of the S - 1 other parts: 2n (S - 1) / S, for a second
        meeting. So two steps are for large messages, and never for two ranks.
        """
        flat = self._flat(x)
        if self.size == 1:
            return x
        at_once = self.size == 2 or flat.nbytes <= ONE_SHOT_BYTES
        for chunk in self._chunks(flat):
            if at_once:
                self._reduce_at_once(chunk)
            else:
                self._reduce_in_two_steps(chunk)
        return x

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        """Every rank's x, concatenated along dim in rank order, on every rank. Equal shapes."""
        flat = self._flat(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size)]
        self._exchange(flat, parts)
        return torch.cat(parts, dim)

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        """As all_gather, but on rank dst only; None on the others."""
        flat = self._flat(x)
        self._check_rank(dst)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x) for _ in range(self.size if self.rank == dst else 0)]
        self._exchange(flat, parts)
        return torch.cat(parts, dim) if parts else None

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        """Rank src's x, on every rank; works in place and returns x."""
        flat = self._flat(x)
        self._check_rank(src)
        if self.size == 1:
            return x
        for chunk in self._chunks(flat):
            slots = self._next_slots(chunk)
            if self.rank == src:
                slots[src].copy_(chunk)
            self._meet()
            chunk.copy_(slots[src])
        return x

    def _reduce_at_once(self, chunk: Tensor) -> None:
        """All-reduce of (n,) in one round that meets once: every rank adds up all slots."""
        slots = self._next_slots(chunk)  # S times (n,)
        slots[self.rank].copy_(chunk)
        self._meet()
        sum_in_rank_order(slots, chunk)

    def _reduce_in_two_steps(self, chunk: Tensor) -> None:
        """All-reduce of (n,) in one round that meets twice: reduce-scatter, then all-gather.

        n need not be divisible: the parts are tensor_split's, which differ by one number at most.
        """
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        own = self.rank
        parts = [slot.tensor_split(self.size) for slot in slots]  # parts[rank][part], (n/S,)
        sums = chunk.tensor_split(self.size)  # views: what goes in there is in the chunk
        sum_in_rank_order([parts[rank][own] for rank in range(self.size)], sums[own])
        parts[own][own].copy_(sums[own])  # nobody else reads this part of this slot before
        self._meet()
        for rank in range(self.size):
            if rank != own:
                sums[rank].copy_(parts[rank][rank])

    def _exchange(self, flat: Tensor, parts: list[Tensor]) -> None:
        """Fill parts[rank] with every rank's (n,), or with [] only help the others to theirs."""
        into = [self._chunks(part.view(-1)) for part in parts]
        for i, chunk in enumerate(self._chunks(flat)):
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self._meet()
            for chunks, slot in zip(into, slots, strict=False):
                chunks[i].copy_(slot)

    def _next_slots(self, chunk: Tensor) -> list[Tensor]:
        """Begin a round: every rank's slot in the next buffer, cut to the chunk's (n,).

        The chunk fits into a slot. Only this rank's slot may be written.
        """
        self.round += 1
        buffer = self.segment.slots(chunk.dtype)[self.round % NUM_BUFFERS]
        return [slot[: len(chunk)] for slot in buffer]

    def _meet(self) -> None:
        """Publish what this rank has written so far, and wait until all others have done so."""
        self.tick += 1
        self.segment.ticks[self.rank] = self.tick
        for peer in range(self.size):
            if self.segment.ticks[peer] < self.tick:
                self._wait_for(peer)

    def _wait_for(self, peer: int) -> None:
        """Return when this rank has published the tick too; see _raise_if_dead."""
        begun = looked = time.monotonic()
        while self.segment.ticks[peer] < self.tick:
            now = time.monotonic()
            if now - begun < SPIN_S:
                os.sched_yield()  # with more ranks than cores the other needs this one to go on
            else:
                time.sleep(NAP_S)  # who has slept is served before those who only spin
            if now - looked > LOOK_S:
                self._raise_if_dead()
                looked = now

    def _raise_if_dead(self) -> None:
        """Raise ConnectionError that names a rank which has ended and is behind this one's tick.

        A rank that has ended may have published this tick before: then it is not missed yet.
        """
        others = [rank for rank in range(self.size) if rank != self.rank]
        ended = [rank for rank in others if not self.segment.is_alive(rank)]
        for rank in ended:  # in this order: what they published last can be seen by now
            if self.segment.ticks[rank] < self.tick:
                raise ConnectionError(
                    f"rank {rank} of {self.size} has ended, and rank {self.rank} waits for it"
                )

    def _flat(self, x: Tensor) -> Tensor:
        """x as (n,), on its own memory; ValueError when a collective cannot take x."""
        if x.device.type != "cpu":
            raise ValueError(f"shared memory carries tensors on the CPU, got one on {x.device}")
        return contiguous(x).detach().view(-1)

    def _chunks(self, flat: Tensor) -> Sequence[Tensor]:
        """flat in pieces that fit into a slot; of an empty flat one piece, empty as well."""
        return flat.split(len(self.segment.slots(flat.dtype)[0][0]))

    def _check_rank(self, rank: int) -> None:
        if not 0 <= rank < self.size:
            raise ValueError(f"there is no rank {rank} in a group of {self.size}")


def make_shm_group(group: TorchGroup) -> ShmGroup:
    """The plugin "shm"; raises ValueError when these ranks cannot share memory."""
    segment = None if group.size == 1 else share_segment(group.control)
    if group.size > 1 and segment is None:
        raise ValueError(
            f"rank {group.rank} of {group.size}: shared memory needs all ranks on one Linux host "
            "with x86 processors, and room in /dev/shm"
        )
    return ShmGroup(group, segment)


def make_fastest_group(group: TorchGroup) -> TPGroup:
    """The plugin "auto": shared memory when it can carry what this group does, else the group.

    A group with a control group beside it carries tensors of GPUs.
    """
    if group.size == 1 or group.control is not group:
        return group
    segment = share_segment(group)
    if segment is None:
        return group
    fast = ShmGroup(group, segment)
    rehearse(fast)
    return fast


def rehearse(group: ShmGroup) -> None:
    """Use everything once before a model relies on it: what is not written yet raises here."""
    group._next_slots(torch.zeros(0))
    group._meet()
    group._wait_for(group.rank)
    group.all_reduce(torch.zeros(1))
    group.all_reduce(torch.zeros(ONE_SHOT_BYTES))
    group.all_gather(torch.zeros(1))
    group.broadcast(torch.zeros(1))
    group._raise_if_dead()
