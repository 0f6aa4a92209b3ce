import pytest
import torch
import torch.nn.functional as F
from tensors import small_ints

from solutions.ch02_linear.linear import ColumnParallelLinear
from solutions.ch04_kv_replication.kv_heads import (
    GroupedQKVParallelLinear,
    div_even,
    kv_heads_of_rank,
)
from solutions.tp_group import HandGroup

HEAD_SIZE = 3


def loaded(layer, weights, biases=None):
    for shard_id, weight in weights.items():
        layer.weight.weight_loader(layer.weight, weight, shard_id)
    for shard_id, bias in (biases or {}).items():
        layer.bias.weight_loader(layer.bias, bias, shard_id)
    return layer


def head_labels(first, num_heads):
    """A bias that holds first + h in every row of head h."""
    return torch.arange(first, first + num_heads).repeat_interleave(HEAD_SIZE).float()


def test_div_even_divides_or_replicates():
    assert div_even(16, 4) == 4
    assert div_even(8, 16, allow_replicate=True) == 1
    assert div_even(8, 2, allow_replicate=True) == 4
    assert div_even(8, 8, allow_replicate=True) == 1


@pytest.mark.parametrize(
    "a, b, replicate", [(10, 4, False), (8, 12, True), (8, 16, False), (12, 8, True), (0, 4, True)]
)
def test_div_even_refuses_and_prints_both_numbers(a, b, replicate):
    with pytest.raises(ValueError) as error:
        div_even(a, b, replicate)
    assert {str(a), str(b)} <= set(str(error.value).split())


@pytest.mark.parametrize(
    "num_kv_heads, tp, held",
    [
        (2, 4, [[0], [0], [1], [1]]),
        (1, 3, [[0], [0], [0]]),
        (3, 3, [[0], [1], [2]]),
        (8, 2, [[0, 1, 2, 3], [4, 5, 6, 7]]),
        (2, 1, [[0, 1]]),
        (8, 16, [[h] for h in range(8) for _ in range(2)]),
    ],
)
def test_replicas_are_on_adjacent_ranks(num_kv_heads, tp, held):
    heads = [kv_heads_of_rank(rank, tp, num_kv_heads) for rank in range(tp)]
    assert all(type(r) is range for r in heads)
    assert [list(r) for r in heads] == held


@pytest.mark.parametrize("tp, num_kv_heads", [(4, 3), (3, 2), (12, 8)])
def test_kv_heads_that_cannot_be_laid_out_are_refused(tp, num_kv_heads):
    with pytest.raises(ValueError):
        kv_heads_of_rank(0, tp, num_kv_heads)


@pytest.mark.parametrize(
    "heads, kv_heads, tp, shown",
    [
        (14, 2, 4, {"14", "4"}),
        (12, 8, 12, {"8", "12"}),
        (12, 3, 4, {"3", "4"}),
        (8, 6, 4, {"6", "4"}),
    ],
)
def test_construction_refuses_an_illegal_tp_and_prints_both_numbers(heads, kv_heads, tp, shown):
    with pytest.raises(ValueError) as error:
        GroupedQKVParallelLinear(8, 2, heads, kv_heads, HandGroup(0, tp))
    assert shown <= set(str(error.value).split())


@pytest.mark.parametrize(
    "tp, labels",
    [
        (1, [[0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 20, 21]]),
        (2, [[0, 1, 2, 3, 10, 20], [4, 5, 6, 7, 11, 21]]),
        (4, [[0, 1, 10, 20], [2, 3, 10, 20], [4, 5, 11, 21], [6, 7, 11, 21]]),
        (8, [[h, 10 + h // 4, 20 + h // 4] for h in range(8)]),
    ],
)
def test_each_rank_holds_its_q_heads_and_the_kv_head_they_use(tp, labels):
    biases = {"q": head_labels(0, 8), "k": head_labels(10, 2), "v": head_labels(20, 2)}
    weights = {name: bias[:, None].repeat(1, 5) for name, bias in biases.items()}
    for rank, expected in enumerate(labels):
        group = HandGroup(rank, tp)
        layer = GroupedQKVParallelLinear(5, HEAD_SIZE, 8, 2, group, bias=True)
        loaded(layer, weights, biases)
        rows = [label for label in expected for _ in range(HEAD_SIZE)]
        assert layer.bias.tolist() == rows
        assert layer.weight[:, 4].tolist() == rows
        assert layer.num_heads == 8 // tp and layer.num_kv_heads == max(1, 2 // tp)
        assert layer.head_size == HEAD_SIZE


@pytest.mark.parametrize(
    "heads, kv_heads, tp",
    [
        (8, 2, 1),
        (8, 2, 2),
        (8, 2, 4),
        (6, 1, 3),
        (6, 3, 3),
        (4, 1, 2),
        (12, 12, 4),
    ],
)
def test_output_equals_the_uncut_projections(on_ranks, heads, kv_heads, tp):
    x = small_ints(2, 3, 5)
    counts = {"q": heads, "k": kv_heads, "v": kv_heads}
    weights = {n: small_ints(c * HEAD_SIZE, 5, seed=ord(n)) for n, c in counts.items()}
    biases = {n: small_ints(c * HEAD_SIZE, seed=ord(n) + 1) for n, c in counts.items()}

    def forward(group):
        layer = GroupedQKVParallelLinear(5, HEAD_SIZE, heads, kv_heads, group, bias=True)
        assert isinstance(layer, ColumnParallelLinear)
        y = loaded(layer, weights, biases)(x)
        return y, layer.num_heads, layer.num_kv_heads, group.calls

    whole = {n: F.linear(x, weights[n], biases[n]).unflatten(-1, (-1, HEAD_SIZE)) for n in counts}
    for rank, (y, num_heads, num_kv_heads, calls) in enumerate(on_ranks(tp, forward)):
        q, k, v = y.unflatten(-1, (-1, HEAD_SIZE)).split([num_heads, num_kv_heads, num_kv_heads], 2)
        first_kv = rank * kv_heads // tp
        assert torch.equal(q, whole["q"][:, :, rank * num_heads : (rank + 1) * num_heads])
        assert torch.equal(k, whole["k"][:, :, first_kv : first_kv + num_kv_heads])
        assert torch.equal(v, whole["v"][:, :, first_kv : first_kv + num_kv_heads])
        assert calls == []


def test_qwen3_on_16_ranks_holds_one_whole_kv_head():
    with torch.device("meta"):
        layer = GroupedQKVParallelLinear(1024, 128, 16, 8, HandGroup(3, 16))
        two = GroupedQKVParallelLinear(1024, 128, 16, 8, HandGroup(1, 2))
    assert layer.weight.shape == (3 * 128, 1024)
    assert layer.segment("k") == (1, range(1, 2))
    assert two.weight.shape == ((8 + 2 * 4) * 128, 1024)


def test_a_loaded_part_of_another_shape_is_refused_naming_both():
    layer = GroupedQKVParallelLinear(5, HEAD_SIZE, 8, 2, HandGroup(3, 4), bias=True)
    with pytest.raises(ValueError, match=r"\(24, 5\).*\(6, 5\)"):
        loaded(layer, {"k": torch.zeros(24, 5)})
    with pytest.raises(ValueError, match=r"\(6,\).*\(24,\)"):
        loaded(layer, {}, {"q": torch.zeros(6)})


def test_an_unknown_id_is_refused():
    layer = GroupedQKVParallelLinear(5, HEAD_SIZE, 8, 2, HandGroup(0, 4))
    with pytest.raises(ValueError, match="o"):
        layer.segment("o")
