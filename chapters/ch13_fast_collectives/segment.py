"""Memory that the processes of a group have all mapped: what one writes, the others can read.

It holds a counter for each rank and two buffers, each with a slot for each rank. What is written
when, `shm_group` decides. The memory has a name for a moment only: rank 0 makes a file in /dev/shm
and removes it as soon as all have mapped it. After that moment the kernel frees it when the last
of them has ended, however it ends. Each rank must be a process of its own, on Linux and x86.
"""

import contextlib
import fcntl
import mmap
import os
import platform
import secrets
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from ..tp_group import TPGroup

DIRECTORY = Path("/dev/shm")  # files that are memory
SLOT_BYTES = 1 << 20  # 1 MiB: what a rank can say in one round
NUM_BUFFERS = 2
LINE_BYTES = 64  # a cache line: two counters in one line would slow each other down
PAGE_BYTES = 4096
# Where another core sees stores in the order in which they were made, and loads are made in order.
# ARM and POWER promise neither. There a counter needs a store with release and a load with acquire
# semantics, which Python does not have.
ORDERED_MACHINES = ("x86_64", "AMD64")


class Segment:
    """The memory of one group, as one of its ranks sees it.

    Attributes: ticks, one int64 for each rank, all 0 at first. They are aligned: a reader sees the
    old number or the new one, never half of each.
    """

    def __init__(self, file: int, rank: int, size: int):
        """Map an open file of segment_bytes(size) bytes. The descriptor is this object's now."""
        self._file = file
        self._size = size
        self._memory = mmap.mmap(file, segment_bytes(size))
        self._slots = {}
        ticks = np.frombuffer(self._memory, np.int64, PAGE_BYTES // 8)
        self.ticks = ticks[:: LINE_BYTES // 8][:size]  # (size,)
        # Byte `rank` of the file is locked for as long as this process lives: see is_alive.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, rank)

    def slots(self, dtype: torch.dtype) -> list[list[Tensor]]:
        """slots[buffer][rank]: a slot as a flat tensor of this dtype, on the memory itself."""
        if dtype not in self._slots:
            with torch.inference_mode(False):  # or it could be written in inference mode only
                numbers = torch.frombuffer(self._memory, dtype=dtype, offset=PAGE_BYTES)
            buffers = numbers.view(NUM_BUFFERS, self._size, -1)
            self._slots[dtype] = [list(buffer) for buffer in buffers]
        return self._slots[dtype]

    def is_alive(self, rank: int) -> bool:
        """Whether the process of this other rank still runs.

        The kernel takes a lock back when the process ends that held it. A process number tells
        less: a dead child keeps its number until its parent asks, and then a stranger may get it.
        """
        try:
            fcntl.lockf(self._file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, rank)
        except BlockingIOError:
            return True
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, rank)
        return False

    def __del__(self) -> None:
        os.close(self._file)


def segment_bytes(size: int) -> int:
    """The length of the file: a page of counters, then the buffers. At most 64 ranks."""
    if size * LINE_BYTES > PAGE_BYTES:
        raise ValueError(f"{size} ranks do not fit: a page holds {PAGE_BYTES // LINE_BYTES}")
    return PAGE_BYTES + NUM_BUFFERS * size * SLOT_BYTES


def share_segment(control: TPGroup) -> Segment | None:
    """Map the same new memory on every rank of this group, which carries a few messages for it.

    None, on every rank, when one of them cannot: it is on another host, in another container, on a
    machine that is not in ORDERED_MACHINES, or there is no room.
    """
    number = torch.tensor([secrets.randbits(62)])
    path = file_of(number)
    segment = None
    try:
        if control.rank == 0:
            make_file(path, control.size)
        number = control.broadcast(number)  # it says also that the file is there
        segment = map_file(file_of(number), control)
        num_mapped = control.all_reduce(torch.tensor([int(segment is not None)]))
    finally:
        if control.rank == 0:
            path.unlink(missing_ok=True)
    return segment if int(num_mapped) == control.size else None


def file_of(number: Tensor) -> Path:
    return DIRECTORY / f"tensor-parallel-{int(number):016x}"


def make_file(path: Path, size: int) -> None:
    """Make the file, if that is possible: whether it is, the mapping will tell."""
    with contextlib.suppress(OSError):
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        try:
            # Without this a full /dev/shm is noticed when a page is first written: by SIGBUS.
            os.posix_fallocate(file, 0, segment_bytes(size))
        finally:
            os.close(file)


def map_file(path: Path, control: TPGroup) -> Segment | None:
    """The segment in this file; None when it cannot be mapped here."""
    if platform.machine() not in ORDERED_MACHINES:
        return None
    try:
        return Segment(os.open(path, os.O_RDWR), control.rank, control.size)
    except (OSError, ValueError):  # no file, or a file without its pages
        return None
