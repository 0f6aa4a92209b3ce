import pytest
import torch
import torch.nn.functional as F
from tensors import small_ints

from solutions.ch03_merged_linear.merged_linear import (
    MergedColumnParallelLinear,
    QKVParallelLinear,
)
from solutions.tp_group import HandGroup

TP = [1, 2, 3, 4]


def loaded(layer, weights, biases=None):
    """Load {loaded_shard_id: whole tensor} into the weight, and into the bias."""
    for shard_id, weight in weights.items():
        layer.weight.weight_loader(layer.weight, weight, shard_id)
    for shard_id, bias in (biases or {}).items():
        layer.bias.weight_loader(layer.bias, bias, shard_id)
    return layer


def rank_part(tensor, rank, tp):
    return tensor.chunk(tp, dim=0)[rank]


def heads_filled_with(first, num_heads):
    """Two rows for each head, (2 * num_heads, 3), holding first, first + 1, ..."""
    return torch.arange(first, first + num_heads).repeat_interleave(2)[:, None].repeat(1, 3).float()


def test_worked_example_qkv():
    weights = {
        "q": heads_filled_with(0, 4),
        "k": heads_filled_with(10, 2),
        "v": heads_filled_with(20, 2),
    }
    rank0, rank1 = (
        loaded(QKVParallelLinear(3, 2, 4, 2, HandGroup(rank, 2)), weights) for rank in (0, 1)
    )
    assert rank0.weight.shape == (8, 3)
    assert rank0.weight[:, 2].tolist() == [0, 0, 1, 1, 10, 10, 20, 20]
    assert rank1.weight[:, 2].tolist() == [2, 2, 3, 3, 11, 11, 21, 21]
    assert [rank0.segment(shard_id) for shard_id in "qkv"] == [(0, 4), (4, 2), (6, 2)]

    packed = torch.cat(list(weights.values()))  # cut in one go: all of q, or all of k and v
    assert torch.equal(rank_part(packed, 0, 2), weights["q"])
    assert torch.equal(rank_part(packed, 1, 2), torch.cat([weights["k"], weights["v"]]))


def test_worked_example_gate_up():
    weights = {0: torch.full((4, 3), 1.0), 1: torch.full((4, 3), 2.0)}
    for rank in (0, 1):
        layer = loaded(MergedColumnParallelLinear(3, [4, 4], HandGroup(rank, 2)), weights)
        assert layer.weight[:, 0].tolist() == [1, 1, 2, 2]


@pytest.mark.parametrize("tp", TP)
def test_the_double_cut_equals_sharding_each_part_first(tp):
    parts = {i: small_ints(size, 5, seed=i) for i, size in enumerate([12, 24, 36])}
    biases = {i: small_ints(size, seed=9 + i) for i, size in enumerate([12, 24, 36])}
    for rank in range(tp):
        layer = MergedColumnParallelLinear(5, [12, 24, 36], HandGroup(rank, tp), bias=True)
        loaded(layer, parts, biases)
        assert torch.equal(
            layer.weight, torch.cat([rank_part(part, rank, tp) for part in parts.values()])
        )
        assert torch.equal(
            layer.bias, torch.cat([rank_part(bias, rank, tp) for bias in biases.values()])
        )


@pytest.mark.parametrize("tp", TP)
def test_merged_output_holds_a_slice_of_each_projection(on_ranks, tp):
    x = small_ints(2, 3, 5)
    gate, up = small_ints(12, 5, seed=1), small_ints(24, 5, seed=2)
    gate_bias, up_bias = small_ints(12, seed=3), small_ints(24, seed=4)

    def forward(group):
        layer = MergedColumnParallelLinear(5, [12, 24], group, bias=True)
        loaded(layer, {0: gate, 1: up}, {0: gate_bias, 1: up_bias})
        return layer(x), group.calls

    outputs = on_ranks(tp, forward)
    gates, ups = zip(*(y.split([12 // tp, 24 // tp], dim=-1) for y, _ in outputs), strict=True)
    assert torch.equal(torch.cat(gates, dim=-1), F.linear(x, gate, gate_bias))
    assert torch.equal(torch.cat(ups, dim=-1), F.linear(x, up, up_bias))
    assert all(calls == [] for _, calls in outputs)


@pytest.mark.parametrize("tp", TP)
def test_qkv_output_holds_the_ranks_heads(tp):
    x, heads, kv_heads, head_size = small_ints(2, 3, 5), 24, 12, 2
    weights = {
        "q": small_ints(heads * head_size, 5, seed=1),
        "k": small_ints(kv_heads * head_size, 5, seed=2),
        "v": small_ints(kv_heads * head_size, 5, seed=3),
    }
    biases = {name: small_ints(len(weight), seed=4) for name, weight in weights.items()}
    outputs = []
    for rank in range(tp):
        group = HandGroup(rank, tp)
        layer = QKVParallelLinear(5, head_size, heads, kv_heads, group, bias=True)
        assert (layer.num_heads, layer.num_kv_heads, layer.head_size) == (24 // tp, 12 // tp, 2)
        sizes = [48 // tp, 24 // tp, 24 // tp]
        outputs.append(loaded(layer, weights, biases)(x).split(sizes, dim=-1))
    for name, slices in zip("qkv", zip(*outputs, strict=True), strict=True):
        expected = F.linear(x, weights[name], biases[name])
        assert torch.equal(torch.cat(slices, dim=-1), expected)


def test_loading_one_part_leaves_the_others():
    layer = MergedColumnParallelLinear(3, [4, 8], HandGroup(1, 2))
    layer.weight.data.fill_(-1)
    loaded(layer, {1: torch.ones(8, 3)})
    assert layer.weight[:, 0].tolist() == [-1, -1, 1, 1, 1, 1]


def test_every_width_must_divide_not_only_their_sum():
    with pytest.raises(ValueError, match="3.*2"):
        MergedColumnParallelLinear(4, [3, 5], HandGroup(0, 2))


@pytest.mark.parametrize("heads, kv_heads, tp, shown", [(14, 4, 4, "14.*4"), (8, 2, 4, "2.*4")])
def test_qkv_refuses_heads_that_do_not_divide(heads, kv_heads, tp, shown):
    with pytest.raises(ValueError, match=shown):
        QKVParallelLinear(8, 2, heads, kv_heads, HandGroup(0, tp))


def test_qwen3_merged_qkv_has_2048_rows_at_tp_2():
    with torch.device("meta"):
        layer = QKVParallelLinear(1024, 128, 16, 8, HandGroup(0, 2))
    assert layer.weight.shape == (2048, 1024)


def test_a_loaded_part_of_another_shape_is_refused_naming_both():
    layer = QKVParallelLinear(3, 2, 4, 2, HandGroup(0, 2), bias=True)
    with pytest.raises(ValueError, match=r"\(8, 3\).*\(4, 3\)"):
        loaded(layer, {"k": torch.zeros(8, 3)})
    with pytest.raises(ValueError, match=r"\(4,\).*\(8,\)"):
        loaded(layer, {}, {"q": torch.zeros(4)})


def test_qkv_refuses_an_unknown_id():
    layer = QKVParallelLinear(3, 2, 4, 2, HandGroup(0, 2))
    with pytest.raises(ValueError, match="o"):
        loaded(layer, {"o": torch.zeros(8, 3)})
