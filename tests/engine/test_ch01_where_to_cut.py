import pytest
import torch
import torch.nn.functional as F
from tensors import owns_its_memory, small_ints

from solutions.ch01_where_to_cut.matmul import (
    collectives_per_forward,
    column_parallel,
    column_shard,
    divide,
    mlp,
    row_parallel,
    row_shard,
)

TP = [1, 2, 3, 4]


def column_shards(weight, tp):
    return [column_shard(weight, rank, tp) for rank in range(tp)]


def row_shards(weight, tp):
    return [row_shard(weight, rank, tp) for rank in range(tp)]


@pytest.mark.parametrize("whole, at_tp_2", [(16, 8), (8, 4), (3072, 1536), (151936, 75968)])
def test_qwen3_dimensions_divide_by_two(whole, at_tp_2):
    assert divide(whole, 2) == at_tp_2


@pytest.mark.parametrize("numerator, denominator", [(7, 2), (14, 4), (3, 5), (4, 0)])
def test_divide_refuses_and_prints_both_numbers(numerator, denominator):
    with pytest.raises(ValueError, match=rf"\b{numerator}\b.*\b{denominator}\b"):
        divide(numerator, denominator)


@pytest.mark.parametrize("tp", TP)
def test_column_shards_stack_to_the_weight_by_rows(tp):
    weight = small_ints(12, 5)
    shards = column_shards(weight, tp)
    assert all(shard.shape == (12 // tp, 5) for shard in shards)
    assert torch.equal(torch.cat(shards, dim=0), weight)


@pytest.mark.parametrize("tp", TP)
def test_row_shards_stack_to_the_weight_by_columns(tp):
    weight = small_ints(5, 12)
    shards = row_shards(weight, tp)
    assert all(shard.shape == (5, 12 // tp) for shard in shards)
    assert torch.equal(torch.cat(shards, dim=1), weight)


@pytest.mark.parametrize("tp", TP)
@pytest.mark.parametrize("shard", [column_shard, row_shard])
def test_a_shard_owns_its_memory(shard, tp):
    weight = small_ints(12, 12)
    part = shard(weight, tp - 1, tp)
    before = part.clone()
    weight.zero_()
    assert owns_its_memory(part) and torch.equal(part, before)


def test_shards_refuse_a_size_that_does_not_divide():
    with pytest.raises(ValueError, match="10.*4"):
        column_shard(small_ints(10, 4), 0, 4)
    with pytest.raises(ValueError, match="10.*4"):
        row_shard(small_ints(4, 10), 0, 4)


@pytest.mark.parametrize(
    "name, shape, shard, at_tp_2, at_tp_16",
    [
        ("q_proj", (2048, 1024), column_shard, (1024, 1024), (128, 1024)),
        ("o_proj", (1024, 2048), row_shard, (1024, 1024), (1024, 128)),
        ("gate_proj", (3072, 1024), column_shard, (1536, 1024), (192, 1024)),
        ("down_proj", (1024, 3072), row_shard, (1024, 1536), (1024, 192)),
    ],
)
def test_qwen3_weights_have_the_shapes_of_the_table(name, shape, shard, at_tp_2, at_tp_16):
    weight = torch.empty(shape, device="meta")
    assert shard(weight, 1, 2).shape == at_tp_2
    assert shard(weight, 15, 16).shape == at_tp_16


def test_the_worked_vector():
    x = torch.tensor([1, 2, 1, 1])
    weight = torch.tensor([[1, 0, 2, 1], [0, 1, 1, 0], [1, 1, 0, 2], [2, 0, 1, 1]]).T  # (out, in)
    assert (x @ weight.T).tolist() == [4, 3, 5, 4]
    slices = column_parallel(x, column_shards(weight, 2))
    assert [y.tolist() for y in slices] == [[4, 3], [5, 4]]
    shards = row_shards(weight, 2)
    assert (x[:2] @ shards[0].T).tolist() == [1, 2, 4, 1]
    assert (x[2:] @ shards[1].T).tolist() == [3, 1, 1, 3]
    assert row_parallel(x, shards).tolist() == [4, 3, 5, 4]


@pytest.mark.parametrize("tp", TP)
@pytest.mark.parametrize("batch", [(), (3,), (2, 3)])
def test_column_parallel_gives_one_slice_for_each_rank(batch, tp):
    x, weight = small_ints(*batch, 5), small_ints(12, 5, seed=1)
    slices = column_parallel(x, column_shards(weight, tp))
    assert [y.shape for y in slices] == [(*batch, 12 // tp)] * tp
    assert torch.equal(torch.cat(slices, dim=-1), F.linear(x, weight))


@pytest.mark.parametrize("tp", TP)
@pytest.mark.parametrize("batch", [(), (3,), (2, 3)])
def test_row_parallel_takes_x_whole_or_cut(batch, tp):
    x, weight = small_ints(*batch, 12), small_ints(5, 12, seed=1)
    shards = row_shards(weight, tp)
    expected = F.linear(x, weight)
    assert torch.equal(row_parallel(x, shards), expected)
    assert torch.equal(row_parallel(list(x.chunk(tp, dim=-1)), shards), expected)


def test_row_parallel_refuses_a_missing_slice():
    slices = list(small_ints(3, 12).chunk(4, dim=-1))[:3]
    with pytest.raises(ValueError):
        row_parallel(slices, row_shards(small_ints(5, 12), 4))


def test_the_worked_mlp():
    x = torch.tensor([[1, 2]])
    up = torch.tensor([[1, 0], [0, 1], [1, -1], [1, 1]])
    down = torch.tensor([[1, 2, 3, 4], [1, 0, 1, 0]])
    assert column_parallel(x, column_shards(up, 2))[1].tolist() == [[-1, 3]]
    assert mlp(x, up, down, 2).tolist() == [[17, 1]]  # relu gives 1, 2 | 0, 3


@pytest.mark.parametrize("tp", TP)
def test_mlp_equals_the_uncut_one(tp):
    x, up, down = small_ints(2, 3, 5), small_ints(12, 5, seed=1), small_ints(5, 12, seed=2)
    assert torch.equal(mlp(x, up, down, tp), F.linear(F.linear(x, up).relu(), down))


def test_mlp_refuses_an_intermediate_size_that_does_not_divide():
    with pytest.raises(ValueError, match="10.*4"):
        mlp(small_ints(2, 3), small_ints(10, 3), small_ints(3, 10), 4)


def test_qwen3_needs_57_all_reduces_and_one_gather():
    assert collectives_per_forward(28) == {"all_reduce": 57, "gather": 1}
    assert collectives_per_forward(0) == {"all_reduce": 1, "gather": 1}
