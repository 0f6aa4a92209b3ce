import pytest
import torch
import torch.nn.functional as F
from tensors import owns_its_memory, small_ints

from solutions.ch02_linear.linear import (
    ColumnParallelLinear,
    ReplicatedLinear,
    RowParallelLinear,
)
from solutions.tp_group import HandGroup

TP = [1, 2, 3, 4]


def loaded(layer, weight, bias=None):
    layer.weight.weight_loader(layer.weight, weight)
    if bias is not None:
        layer.bias.weight_loader(layer.bias, bias)
    return layer


def by_hand(kind, weight, tp, bias=None):
    """The layers of all ranks, in one process."""
    out_size, in_size = weight.shape
    return [
        loaded(kind(in_size, out_size, HandGroup(rank, tp), bias is not None), weight, bias)
        for rank in range(tp)
    ]


def test_worked_example_column():
    weight = torch.arange(4.0).unsqueeze(1).expand(4, 3)
    rank0, rank1 = by_hand(ColumnParallelLinear, weight, 2)
    assert rank0.weight.shape == rank1.weight.shape == (2, 3)
    assert rank0.weight.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert rank1.weight.tolist() == [[2, 2, 2], [3, 3, 3]]
    assert rank0(torch.ones(5, 3)).shape == rank1(torch.ones(5, 3)).shape == (5, 2)
    assert rank0.tp_dim == 0


def test_worked_example_row():
    weight = torch.tensor([[1.0, 2, 3, 4], [5, 6, 7, 8]])
    rank0, rank1 = by_hand(RowParallelLinear, weight, 2, torch.tensor([10.0, 20]))
    assert rank0.weight.tolist() == [[1, 2], [5, 6]]
    assert rank1.weight.tolist() == [[3, 4], [7, 8]]
    assert rank0.bias.tolist() == rank1.bias.tolist() == [10, 20]
    partials = rank0(torch.ones(1, 2)), rank1(torch.ones(1, 2))
    assert [partial.tolist() for partial in partials] == [[[13, 31]], [[7, 15]]]
    assert sum(partials).tolist() == [[20, 46]]
    assert rank0.tp_dim == 1


@pytest.mark.parametrize("tp", TP)
@pytest.mark.parametrize("batch", [(4,), (2, 3)])
def test_column_slices_concatenate_to_the_uncut_layer(batch, tp):
    x, weight, bias = small_ints(*batch, 5), small_ints(12, 5, seed=1), small_ints(12, seed=2)
    slices = [layer(x) for layer in by_hand(ColumnParallelLinear, weight, tp, bias)]
    assert torch.equal(torch.cat(slices, dim=-1), F.linear(x, weight, bias))


@pytest.mark.parametrize("tp", TP)
@pytest.mark.parametrize("batch", [(4,), (2, 3)])
def test_row_parallel_equals_the_uncut_layer_on_every_rank(on_ranks, batch, tp):
    x, weight, bias = small_ints(*batch, 12), small_ints(5, 12, seed=1), small_ints(5, seed=2)

    def forward(group):
        layer = loaded(RowParallelLinear(12, 5, group, bias=True), weight, bias)
        y = layer(x.chunk(tp, dim=-1)[group.rank])
        return y, group.calls

    one_reduce = [("all_reduce", (*batch, 5))] if tp > 1 else []
    for y, calls in on_ranks(tp, forward):
        assert torch.equal(y, F.linear(x, weight, bias))
        assert calls == one_reduce


def test_row_parallel_adds_the_bias_once(on_ranks):
    bias = torch.tensor([100.0, 200, 300])

    def forward(group):
        layer = loaded(RowParallelLinear(4, 3, group, bias=True), torch.zeros(3, 4), bias)
        return layer(torch.ones(2, 1))

    for y in on_ranks(4, forward):
        assert torch.equal(y, bias.expand(2, 3))


def test_row_parallel_takes_a_strided_input(on_ranks):
    x, weight = small_ints(4, 6), small_ints(3, 4, seed=1)  # the layer is given x.T

    def forward(group):
        layer = loaded(RowParallelLinear(4, 3, group), weight)
        return layer(x.chunk(2, dim=0)[group.rank].T)

    for y in on_ranks(2, forward):
        assert torch.equal(y, F.linear(x.T, weight))


@pytest.mark.parametrize("tp", [2, 4])
def test_a_pair_costs_one_all_reduce(on_ranks, tp):
    x, up, down = small_ints(2, 3, 6), small_ints(8, 6, seed=1), small_ints(6, 8, seed=2)

    def forward(group):
        first = loaded(ColumnParallelLinear(6, 8, group), up)
        second = loaded(RowParallelLinear(8, 6, group), down)
        return second(first(x).relu()), group.calls

    for y, calls in on_ranks(tp, forward):
        assert torch.equal(y, F.linear(F.linear(x, up).relu(), down))
        assert calls == [("all_reduce", (2, 3, 6))]


def test_replicated_is_whole_and_checks_what_it_loads():
    x, weight, bias = small_ints(2, 5), small_ints(7, 5, seed=1), small_ints(7, seed=2)
    layer = loaded(ReplicatedLinear(5, 7, bias=True), weight, bias)
    assert torch.equal(layer(x), F.linear(x, weight, bias))
    with pytest.raises(ValueError, match=r"\(6, 5\).*\(7, 5\)"):
        loaded(layer, small_ints(6, 5))


@pytest.mark.parametrize("kind", [ColumnParallelLinear, RowParallelLinear])
def test_without_bias_the_bias_is_none(kind):
    layer = kind(4, 4, HandGroup(0, 2))
    assert layer.bias is None
    assert list(layer.state_dict()) == ["weight"]


@pytest.mark.parametrize(
    "kind, in_size, out_size",
    [(ColumnParallelLinear, 4, 10), (RowParallelLinear, 10, 4)],
)
def test_a_cut_that_does_not_divide_is_refused(kind, in_size, out_size):
    with pytest.raises(ValueError, match="10.*4"):
        kind(in_size, out_size, HandGroup(0, 4))


@pytest.mark.parametrize("kind", [ColumnParallelLinear, RowParallelLinear])
@pytest.mark.parametrize("wrong", [(6, 8), (8, 3), (4, 6), (8, 6, 1)])
def test_a_loaded_weight_of_another_shape_is_refused_naming_both(kind, wrong):
    layer = kind(6, 8, HandGroup(1, 2))
    with pytest.raises(ValueError) as error:
        layer.weight.weight_loader(layer.weight, torch.zeros(wrong))
    assert str(wrong) in str(error.value) and "(8, 6)" in str(error.value)


@pytest.mark.parametrize("kind", [ColumnParallelLinear, RowParallelLinear])
def test_a_loaded_bias_of_another_shape_is_refused_naming_both(kind):
    layer = kind(6, 8, HandGroup(1, 2), bias=True)
    with pytest.raises(ValueError, match=r"\(4,\).*\(8,\)"):
        layer.bias.weight_loader(layer.bias, torch.zeros(4))


@pytest.mark.parametrize("tp", TP)
@pytest.mark.parametrize("kind", [ColumnParallelLinear, RowParallelLinear])
def test_loading_copies_and_keeps_no_more_than_the_shard(kind, tp):
    weight = small_ints(12, 12)
    layer = by_hand(kind, weight, tp)[-1]
    before = layer.weight.clone()
    weight.zero_()
    assert torch.equal(layer.weight, before)
    assert owns_its_memory(layer.weight) and layer.weight.numel() == 144 // tp
