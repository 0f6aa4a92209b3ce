"""Problem 208: an all-reduce by NCCL, called through ctypes.

No part of torch.distributed touches the GPU here: it only carries NCCL's unique id, on the CPU.
The names, numbers and types are those of NCCL's header nccl.h, version 2. Imports without a GPU and
without the library. Needs torch and the standard library only.
"""

import ctypes
import sys
from collections.abc import Sequence
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p
from pathlib import Path

import torch
import torch.distributed as dist
from torch import Tensor

LIBRARY = "libnccl.so.2"
ID_BYTES = 128
SUCCESS = 0
SUM = 0
DTYPES = {
    torch.int8: 0,
    torch.uint8: 1,
    torch.int32: 2,
    torch.int64: 4,
    torch.float16: 6,
    torch.float32: 7,
    torch.float64: 8,
    torch.bfloat16: 9,
}


class UniqueId(ctypes.Structure):
    """ncclUniqueId: 128 bytes, which may be of any value, zeros too."""

    _fields_ = [("internal", ctypes.c_byte * ID_BYTES)]


class NcclError(RuntimeError):
    """A call of NCCL that did not succeed."""


def library_paths() -> list[str]:
    """Where the library may be, best first: beside torch, as its wheel brings it, then anywhere.

    A wheel of torch for CUDA has it in nvidia/nccl/lib, in a folder of sys.path. The last is the
    bare name: it finds what the system, or this process, has already.
    """
    wheels = [Path(folder) / "nvidia" / "nccl" / "lib" / LIBRARY for folder in sys.path]
    return [*(str(path) for path in wheels if path.exists()), LIBRARY]


def load_nccl(paths: Sequence[str] | None = None) -> ctypes.CDLL:
    """The first of these libraries that can be loaded, its functions declared.

    paths: None means library_paths(). Raises OSError that lists what was tried.
    """
    failures = []
    for path in library_paths() if paths is None else paths:
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            failures.append(f"{path}: {error}")
        else:
            declare(library)
            return library
    raise OSError("no NCCL library: " + "; ".join(failures))


def declare(library: ctypes.CDLL) -> None:
    """Set argtypes and restype of the five functions that are used here.

    Without them ctypes passes every number as an int of 32 bits, and cuts pointers and sizes in
    half. A communicator and a stream are pointers, a result, a data type and an operation are ints.
    """
    raise NotImplementedError("p208.1 bindings")


def check(library: ctypes.CDLL, function: str, result: int) -> None:
    """Raise NcclError unless the result is SUCCESS.

    The message names the function and has the result's number and NCCL's own words for it:
    "ncclAllReduce: invalid argument (4)".
    """
    raise NotImplementedError("p208.2 errors")


def share_unique_id(library: ctypes.CDLL, cpu_group: dist.ProcessGroup | None = None) -> UniqueId:
    """The same new id on every rank of a group that carries CPU tensors, gloo's for example.

    The group's rank 0 asks NCCL for it, nobody else does. It travels as one broadcast of 128 uint8.
    None means the world. When rank 0 fails, it raises before the broadcast.
    """
    raise NotImplementedError("p208.3 the unique id")


class PyNccl:
    """A communicator of NCCL between the ranks of a group, each with a GPU of its own.

    Attributes: library; device; rank and size in the group; comm, NCCL's pointer, None at size 1.
    """

    def __init__(
        self,
        device: torch.device,
        cpu_group: dist.ProcessGroup | None = None,
        library: ctypes.CDLL | None = None,
    ):
        """Join the other ranks. All ranks of the group call it, each with its own device.

        device: with its number, such as cuda:0. library: None means load_nccl(). At size 1 nothing
        is loaded and nobody is asked.
        """
        raise NotImplementedError("p208.4 joining")

    def all_reduce(self, x: Tensor) -> Tensor:
        """The sum of every rank's x, on every rank; works in place and returns x.

        It is queued on the current stream of the device and returns at once: after the kernels
        that make x, before those that read it. At size 1 x is returned.
        Raises ValueError, before NCCL is called, for an x that is on another device, is not
        contiguous, or has a dtype that is not in DTYPES.
        """
        raise NotImplementedError("p208.5 all-reduce")

    def _refuse(self, x: Tensor) -> None:
        """Raise the ValueError of all_reduce for an x that NCCL would read wrongly."""
        raise NotImplementedError("p208.5 all-reduce")

    def close(self) -> None:
        """Give the communicator back, once the GPU has done what was queued. May be called again.

        all_reduce must not be called after it.
        """
        raise NotImplementedError("p208.6 closing")
