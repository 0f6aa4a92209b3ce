"""The arithmetic of collectives against torch and plain Python."""

import math

import numpy as np
import pytest
import torch

from judge.reduce import REDUCE_OPS, reduce, results, why_not
from judge.wire import Array, from_numpy

SIZES = pytest.mark.parametrize("size", [1, 2, 3, 4])


def parts(size, *shape, dtype="float32", low=1):
    rng = np.random.default_rng(size)
    return [from_numpy(rng.integers(low, 6, shape).astype(dtype)) for _ in range(size)]


@SIZES
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int64", "int32", "uint8"])
@pytest.mark.parametrize("op, torch_op", [("sum", torch.sum), ("product", torch.prod),
                                          ("min", torch.amin), ("max", torch.amax)])  # fmt: skip
def test_a_reduction_is_torchs(size, dtype, op, torch_op):
    sent = parts(size, 3, 2, dtype=dtype)
    got = reduce(sent, op)
    stacked = torch.stack([torch.from_numpy(part.numpy().copy()) for part in sent])
    want = (
        torch_op(stacked, 0) if op in ("min", "max") else torch_op(stacked, 0, dtype=stacked.dtype)
    )
    assert (got.dtype, got.shape) == (dtype, (3, 2))
    assert np.array_equal(got.numpy(), want.numpy())


@SIZES
def test_an_average_divides_by_the_number_of_ranks(size):
    sent = parts(size, 4)
    want = sum(part.numpy() for part in sent) / size
    assert np.allclose(reduce(sent, "avg").numpy(), want)


@pytest.mark.parametrize("op, want", [("band", 0b1000), ("bor", 0b1110), ("bxor", 0b0110)])
def test_bitwise_reductions_work_on_whole_numbers(op, want):
    sent = [from_numpy(np.array([0b1100])), from_numpy(np.array([0b1010]))]
    assert reduce(sent, op).numpy().tolist() == [want]


def test_bfloat16_is_rounded_once_at_the_end():
    # one after the other in bfloat16, 256 + 1 rounds to 256 each time
    sent = [from_numpy(np.array([v]), "bfloat16") for v in (256.0, 1.0, 1.0, 1.0)]
    total = reduce(sent, "sum")
    assert total.dtype == "bfloat16" and total.numpy().tolist() == [260.0]


def test_whole_numbers_wrap_as_they_do_in_torch():
    sent = [from_numpy(np.array([200], np.uint8))] * 2
    assert reduce(sent, "sum").numpy().tolist() == [144]


@pytest.mark.filterwarnings("error")
def test_overflow_and_nan_pass_through_silently():
    sent = [from_numpy(np.array([3e38, math.nan, math.inf], np.float32))] * 2
    got = reduce(sent, "sum").numpy()
    assert math.isinf(got[0]) and math.isnan(got[1]) and math.isinf(got[2])


def test_ranks_may_shape_the_same_elements_differently():
    sent = [from_numpy(np.ones((2, 2))), from_numpy(np.ones(4))]
    assert reduce(sent, "sum") == from_numpy(np.full((2, 2), 2.0))


@pytest.mark.parametrize("op", REDUCE_OPS)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "complex64", "int8", "bool"])
def test_what_is_allowed_can_be_computed(op, dtype):
    array = Array(
        dtype, (2,), bytes(2 * {"float32": 4, "bfloat16": 2, "complex64": 8}.get(dtype, 1))
    )
    if not why_not(op, dtype):
        assert reduce([array, array], op).shape == (2,)


@pytest.mark.parametrize(
    "op, dtype",
    [
        ("bxor", "float32"),
        ("band", "bfloat16"),
        ("nothing", "int8"),
        ("sum", "object"),
        ("", "int8"),
    ],
)
def test_what_cannot_be_reduced_is_said(op, dtype):
    assert why_not(op, dtype)


@SIZES
def test_every_rank_gets_the_sum_of_an_all_reduce(size):
    sent = parts(size, 2)
    total = reduce(sent, "sum")
    assert results("all_reduce", "sum", None, [(part,) for part in sent]) == [(total,)] * size


@SIZES
@pytest.mark.parametrize("op", ["reduce", "gather"])
def test_only_the_root_receives(size, op):
    sent = [(part,) for part in parts(size, 2)]
    root = size - 1
    got = results(op, "sum", root, sent)
    assert [len(arrays) for arrays in got[:root]] == [0] * root
    assert len(got[root]) == (1 if op == "reduce" else size)


@SIZES
def test_only_the_root_of_a_scatter_or_broadcast_sends(size):
    sent = [()] * (size - 1) + [tuple(parts(size, 2))]
    assert results("scatter", "", size - 1, sent) == [(part,) for part in sent[-1]]
    alone = [()] * (size - 1) + [tuple(parts(1, 2))]
    assert results("broadcast", "", size - 1, alone) == [alone[-1]] * size


@SIZES
def test_an_all_to_all_is_a_transpose(size):
    sent = [tuple(parts(size, 1, low=rank)) for rank in range(size)]
    assert results("all_to_all", "", None, sent) == list(zip(*sent, strict=True))


@SIZES
def test_a_reduce_scatter_is_an_all_reduce_cut_up(size):
    sent = [tuple(parts(size, 2, low=rank)) for rank in range(size)]
    got = results("reduce_scatter", "sum", None, sent)
    assert got == [(reduce(column, "sum"),) for column in zip(*sent, strict=True)]


def test_a_barrier_brings_nothing():
    assert results("barrier", "", None, [(), ()]) == [(), ()]
