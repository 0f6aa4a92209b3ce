"""How problem 208 is exercised without a GPU: on a fake library and a fake CUDA, on the CPU."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest import mock

import torch
import torch.distributed as dist

from ...wire import described
from .common import kind_of, outcome, raised

_FUNCTIONS = (
    "ncclGetErrorString",
    "ncclGetUniqueId",
    "ncclCommInitRank",
    "ncclAllReduce",
    "ncclCommDestroy",
)
_COMM, _STREAM = 0x7F00_1234_5678, 0x7E00_8765_4321


class FakeLibrary:
    """Stands in for libnccl: notes what it is called with, and answers each with `result`."""

    def __init__(self, result: int = 0, words: str = "", unique_id: bytes = b"") -> None:
        self.result, self.words, self.unique_id, self.joined_with = result, words, unique_id, b""
        self.calls: list[list[Any]] = []
        self.cuda: FakeCuda | None = None

    def ncclGetErrorString(self, result: Any) -> bytes:  # noqa: N802
        return f"{self.words} {_number(result)}".encode()

    def ncclGetUniqueId(self, pointer: Any) -> int:  # noqa: N802
        self.calls.append(["ncclGetUniqueId"])
        ctypes.memmove(pointer, self.unique_id, len(self.unique_id))
        return self.result

    def ncclCommInitRank(self, comm: Any, size: Any, unique_id: Any, rank: Any) -> int:  # noqa: N802
        self.joined_with = bytes(unique_id)
        told = [_number(size), described("the id"), _number(rank)]
        self.calls.append(["ncclCommInitRank", *told, self.cuda.current if self.cuda else 0])
        ctypes.memmove(comm, ctypes.byref(ctypes.c_void_p(_COMM)), 8)
        return self.result

    def ncclAllReduce(self, *told: Any) -> int:  # noqa: N802
        self.calls.append(["ncclAllReduce", *map(_number, told)])
        return self.result

    def ncclCommDestroy(self, comm: Any) -> int:  # noqa: N802
        self.calls.append(["ncclCommDestroy", _number(comm)])
        return self.result


class FakeCuda:
    """Stands in for the GPUs: which one is current, and what is waited for."""

    def __init__(self, library: FakeLibrary) -> None:
        self.current, self._calls = 0, library.calls
        library.cuda = self

    @contextlib.contextmanager
    def device(self, device: Any) -> Iterator[None]:
        before, self.current = self.current, _index(device)
        try:
            yield
        finally:
            self.current = before

    def set_device(self, device: Any) -> None:
        self.current = _index(device)

    def synchronize(self, device: Any = None) -> None:
        self._calls.append(["synchronize"])

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        stream = SimpleNamespace(cuda_stream=_STREAM, synchronize=self.synchronize)
        with (
            mock.patch.object(torch.cuda, "device", self.device),
            mock.patch.object(torch.cuda, "set_device", self.set_device),
            mock.patch.object(torch.cuda, "current_device", lambda: self.current),
            mock.patch.object(torch.cuda, "synchronize", self.synchronize),
            mock.patch.object(torch.cuda, "current_stream", lambda device=None: stream),
        ):
            yield


def _index(device: Any) -> int:
    return device if isinstance(device, int) else torch.device(device).index or 0


def _number(given: Any) -> Any:
    """An argument as a number: ctypes takes an int, and an object of ctypes that holds one."""
    return getattr(given, "value", given)


def declare(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What ctypes is told of each function, in words that hold for every way to say it."""
    library = SimpleNamespace(
        **{name: SimpleNamespace(restype=ctypes.c_int, argtypes=None) for name in _FUNCTIONS}
    )
    learner.declare(library)
    found: dict[str, Any] = {}
    for name in _FUNCTIONS:
        function = getattr(library, name)
        found[f"argtypes of {name}"] = [_kind(each) for each in function.argtypes or ()]
        found[f"restype of {name}"] = _kind(function.restype)
    return found


def _kind(declared: Any) -> dict[str, str]:
    return described(_named(declared))


def _named(declared: Any) -> str:
    if declared is None or not isinstance(declared, type):
        return str(declared)
    if issubclass(declared, ctypes.Structure):
        return f"a struct of {ctypes.sizeof(declared)} bytes"
    if declared is ctypes.c_char_p:
        return "a C string"
    if declared is ctypes.c_void_p or hasattr(declared, "contents"):
        return "a pointer"
    if issubclass(declared, ctypes._SimpleCData) and str(vars(declared)["_type_"]) in "bBhHiIlLqQ":
        return f"an int of {8 * ctypes.sizeof(declared)} bits"
    return declared.__name__


def check(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    params = inputs.params
    library = FakeLibrary(words=params["words"])
    said = _said(learner, lambda: learner.check(library, params["function"], params["result"]))
    message = said["outcome"].get("message", "")
    return {**said, "the words": params["words"] in message, "as bytes": "b'" in message}


def _said(learner: Any, call: Any) -> dict[str, Any]:
    """The outcome of a call; an NcclError is told from other RuntimeErrors."""
    is_own = False

    def watched() -> Any:
        nonlocal is_own
        try:
            return call()
        except learner.NcclError:
            is_own = True
            raise

    said = outcome(watched)
    return {"outcome": said | ({"raises": "NcclError"} if is_own else {})}


def _group(inputs: Any, world: Any) -> Any:
    """This rank's group in the world, or None for the world itself."""
    if not dist.is_initialized():
        dist.init_process_group("gloo")
    made = [dist.new_group(ranks) for ranks in inputs.params["groups"]]
    pairs = zip(made, inputs.params["groups"], strict=True)
    return next((group for group, ranks in pairs if world.rank in ranks), None)


def _library(inputs: Any) -> FakeLibrary:
    """One that knows an id on rank 0 of a group only."""
    unique_id = bytes(inputs["id"].tolist()) if "id" in inputs else b""
    return FakeLibrary(inputs.params.get("result", 0), "invalid usage", unique_id)


def share(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    group, library = _group(inputs, world), _library(inputs)
    made = learner.share_unique_id(library, group)
    return {
        "the id that comes back": kind_of(made),
        "id": torch.tensor(list(bytes(made)), dtype=torch.uint8),
        "the list of calls of NCCL": library.calls,
    }


def share_fails(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    group, library = _group(inputs, world), _library(inputs)
    return _said(learner, lambda: kind_of(learner.share_unique_id(library, group)))


def join(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """PyNccl on the device cuda:N, N another one for each rank."""
    group, library = _group(inputs, world), _library(inputs)
    with FakeCuda(library).installed():
        made = learner.PyNccl(torch.device(f"cuda:{world.rank + 2}"), group, library)
    calls = [call for call in library.calls if call[0] != "ncclGetUniqueId"]
    return {
        "rank": made.rank,
        "size": made.size,
        "device": described(str(made.device)),
        "the list of calls of NCCL": calls,
        "the id": torch.tensor(list(library.joined_with), dtype=torch.uint8),
        "current device after it": library.cuda.current if library.cuda else None,
        "comm is set": _number(made.comm) == _COMM,
    }


def join_fails(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """A ncclCommInitRank that does not succeed, on every rank."""
    group, library = _group(inputs, world), _library(inputs)
    joins = library.ncclCommInitRank

    def failing(*told: Any) -> int:
        joins(*told)
        return 5

    with FakeCuda(library).installed(), mock.patch.object(library, "ncclCommInitRank", failing):
        return _said(learner, lambda: kind_of(learner.PyNccl("cuda:1", group, library)))


def join_alone(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """A group of one: neither a library nor a GPU is there."""
    group = _group(inputs, world)
    loaded: list[int] = []
    space = learner.PyNccl.__init__.__globals__

    def load(*_: Any) -> FakeLibrary:
        loaded.append(1)
        return FakeLibrary()

    with mock.patch.dict(space, load_nccl=load):
        made = learner.PyNccl(torch.device("cpu"), group)
        x = torch.ones(2)
        same = outcome(lambda: made.all_reduce(x) is x)
        strided = outcome(lambda: made.all_reduce(torch.ones(2, 3).t()) is None)
        made.close()
    return {
        "libraries loaded": len(loaded),
        "comm": made.comm,
        "all_reduce returns x": same,
        "what a strided x raises": raised(strided),
    }


def _joined(learner: Any, library: FakeLibrary) -> Any:
    """A PyNccl of 2 ranks, on the CPU, that was not joined by the learner's code."""
    made = learner.PyNccl.__new__(learner.PyNccl)
    made.device, made.rank, made.size = torch.device("cpu"), 0, 2
    made.library, made.comm = library, ctypes.c_void_p(_COMM)
    return made


def reduce(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What NCCL is told for an x of this dtype that begins inside its storage."""
    library = FakeLibrary(inputs.params["result"], "invalid argument")
    made = _joined(learner, library)
    whole = torch.ones(inputs.params["shape"]).to(getattr(torch, inputs.params["dtype"]))
    x = whole[1:]
    with FakeCuda(library).installed():
        said = _said(learner, lambda: made.all_reduce(x) is x)
    places = {x.data_ptr(): "x", whole.data_ptr(): "the storage of x", _COMM: "comm"}
    names = {n: described(what) for n, what in (places | {_STREAM: "the current stream"}).items()}
    calls = [[names.get(n, n) if i in (1, 2, 6, 7) else n for i, n in enumerate(call)]
            for call in library.calls if call[0] != "synchronize"]  # fmt: skip
    return {
        "the list of calls of NCCL": calls,
        "x is returned": said["outcome"].get("value"),
        **said,
    }


def refuse(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What must not reach NCCL."""
    library = FakeLibrary()
    made = _joined(learner, library)
    tensors = {
        "on another device": torch.ones(3, device="meta"),
        "not contiguous": torch.ones(2, 3).t(),
        "of int16": torch.ones(3, dtype=torch.int16),
    }
    with FakeCuda(library).installed():
        x = tensors[inputs.params["what"]]
        said = outcome(lambda: kind_of(made.all_reduce(x)))
    return {"what it raises": raised(said), "the list of calls of NCCL": library.calls}


def close(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """close, twice."""
    library = FakeLibrary(inputs.params["result"], "unhandled cuda error")
    made = _joined(learner, library)
    with FakeCuda(library).installed():
        first = _said(learner, lambda: made.close())["outcome"]
        second = _said(learner, lambda: made.close())["outcome"]
    calls = [
        [call[0], *(described("comm") if n == _COMM else n for n in call[1:])]
        for call in library.calls
    ]
    ends = {
        "what the first close raises": raised(first),
        "what the second close raises": raised(second),
    }
    return {"the list of calls": calls, "comm": made.comm, **ends}
