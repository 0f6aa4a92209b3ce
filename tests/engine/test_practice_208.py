"""PyNCCL: the bindings and the exchange of the id on any machine, the sums on GPUs."""

import ctypes
import importlib
from types import SimpleNamespace

import pytest
import torch
import torch.distributed as dist

module = importlib.import_module("solutions.practice.208_pynccl.pynccl")
CPU = torch.device("cpu")


class Library:
    """Stands for the C library: notes its calls, and answers each with `result`."""

    def __init__(self, result=0):
        self.calls, self.result = [], result

    def ncclGetErrorString(self, result):
        return f"words for {result}".encode()

    def ncclGetUniqueId(self, pointer):
        self.calls.append("ncclGetUniqueId")
        ctypes.memmove(pointer, bytes([0, 1, 0, *range(125)]), 128)
        return self.result

    def ncclAllReduce(self, *args):
        self.calls.append(("ncclAllReduce", *args))
        return self.result


@pytest.fixture
def communicator(monkeypatch):
    """A PyNccl of 2 ranks that was not joined, on the CPU."""
    monkeypatch.setattr(torch.cuda, "current_stream", lambda _: SimpleNamespace(cuda_stream=77))
    nccl = module.PyNccl.__new__(module.PyNccl)
    nccl.device, nccl.size, nccl.library, nccl.comm = CPU, 2, Library(), "comm"
    return nccl


def test_every_pointer_and_size_is_declared():
    library = SimpleNamespace(**{name: SimpleNamespace() for name in (
        "ncclGetErrorString", "ncclGetUniqueId", "ncclCommInitRank", "ncclAllReduce",
        "ncclCommDestroy",
    )})  # fmt: skip
    module.declare(library)
    assert library.ncclGetErrorString.restype is ctypes.c_char_p
    assert module.UniqueId in library.ncclCommInitRank.argtypes  # by value
    pointers = [ctypes.sizeof(kind) for kind in library.ncclAllReduce.argtypes]
    assert pointers == [8, 8, 8, 4, 4, 8, 8]


def test_a_result_that_is_no_success_is_raised_in_words():
    module.check(Library(), "ncclAllReduce", 0)
    with pytest.raises(module.NcclError, match=r"^ncclAllReduce: words for 4 \(4\)$"):
        module.check(Library(), "ncclAllReduce", 4)


def test_a_library_that_is_nowhere_is_an_error_that_lists_the_places():
    with pytest.raises(OSError, match=r"no NCCL library: /nowhere/a.so: .*; /nowhere/b.so: "):
        module.load_nccl(["/nowhere/a.so", "/nowhere/b.so"])


def test_rank_0_of_the_group_makes_the_id_and_all_get_it(on_ranks):
    def run(_):
        pairs = [dist.new_group([0, 1]), dist.new_group([2, 3])]
        library = Library()
        unique_id = module.share_unique_id(library, pairs[dist.get_rank() // 2])
        return bytes(unique_id), library.calls

    expected = bytes([0, 1, 0, *range(125)])
    made, not_made = (expected, ["ncclGetUniqueId"]), (expected, [])
    assert on_ranks(4, run) == [made, not_made, made, not_made]


def test_an_id_that_cannot_be_made_is_an_error(on_ranks):
    def run(_):
        with pytest.raises(module.NcclError, match="ncclGetUniqueId: words for 3"):
            module.share_unique_id(Library(3))
        return True

    assert on_ranks(1, run) == [True]


def test_all_reduce_passes_memory_count_dtype_and_stream(communicator):
    x = torch.ones(2, 3, dtype=torch.bfloat16)
    assert communicator.all_reduce(x) is x
    memory = x.data_ptr()
    assert communicator.library.calls == [("ncclAllReduce", memory, memory, 6, 9, 0, "comm", 77)]
    communicator.library.result = 5
    with pytest.raises(module.NcclError, match="ncclAllReduce: words for 5"):
        communicator.all_reduce(x)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (torch.ones(2, 3).t(), r"shape \(3, 2\) has strides \(1, 3\)"),
        (torch.ones(2, device="meta"), "x is on meta, the communicator on cpu"),
        (torch.ones(2, dtype=torch.bool), "no torch.bool"),
    ],
)
def test_what_nccl_cannot_take_is_refused_before_it_is_called(x, message, communicator):
    with pytest.raises(ValueError, match=message):
        communicator.all_reduce(x)
    assert communicator.library.calls == []


def test_one_rank_loads_nothing(on_ranks, monkeypatch):
    def run(_):
        monkeypatch.setattr(module, "load_nccl", None)
        alone, x = module.PyNccl(CPU), torch.ones(2)
        alone.close()
        return alone.all_reduce(x) is x and alone.comm is None

    assert on_ranks(1, run) == [True]
