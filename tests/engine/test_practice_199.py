import ast
import importlib
import sys
from pathlib import Path

import pytest
import torch
from tensors import owns_its_memory, small_ints

module = importlib.import_module("solutions.practice.199_shard_tensor.shard_tensor")
div_even, shard_tensor = module.div_even, module.shard_tensor

SIZES = [1, 2, 3, 4]
LAYER = "model.layers.3."
ROWS = ["self_attn.q_proj", "mlp.gate_proj", "mlp.up_proj", "mlp.experts.5.gate_proj"]
COLUMNS = ["self_attn.o_proj", "mlp.down_proj", "mlp.experts.5.down_proj"]


def shards(key, value, size, num_kv_heads=12):
    return [shard_tensor(key, value, rank, size, num_kv_heads) for rank in range(size)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [*ROWS, "self_attn.k_proj", "self_attn.v_proj"])
def test_column_parallel_weights_and_biases_are_cut_by_rows(name, size):
    weight, bias = small_ints(24, 5), small_ints(24, seed=1)
    for key, value in [(f"{LAYER}{name}.weight", weight), (f"{LAYER}{name}.bias", bias)]:
        parts = shards(key, value, size)
        assert [len(part) for part in parts] == [24 // size] * size
        assert torch.equal(torch.cat(parts), value)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", COLUMNS)
def test_row_parallel_weights_are_cut_by_columns_and_biases_whole(name, size):
    weight, bias = small_ints(5, 12), small_ints(12, seed=1)
    parts = shards(f"{LAYER}{name}.weight", weight, size)
    assert [part.shape for part in parts] == [(5, 12 // size)] * size
    assert torch.equal(torch.cat(parts, dim=1), weight)
    assert all(torch.equal(b, bias) for b in shards(f"{LAYER}{name}.bias", bias, size))


@pytest.mark.parametrize(
    "num_kv_heads, size, held",
    [
        (2, 4, [0, 0, 1, 1]),
        (1, 3, [0, 0, 0]),
        (2, 8, [0, 0, 0, 0, 1, 1, 1, 1]),
        (4, 8, [0, 0, 1, 1, 2, 2, 3, 3]),
    ],
)
@pytest.mark.parametrize("name", ["self_attn.k_proj", "self_attn.v_proj"])
def test_fewer_kv_heads_than_ranks_are_replicated_whole(name, num_kv_heads, size, held):
    labels = torch.arange(num_kv_heads).repeat_interleave(6)
    weight = labels[:, None].repeat(1, 5)
    weights = shards(f"{LAYER}{name}.weight", weight, size, num_kv_heads)
    biases = shards(f"{LAYER}{name}.bias", labels, size, num_kv_heads)
    for head, part, bias in zip(held, weights, biases, strict=True):
        assert part.shape == (6, 5) and part.eq(head).all()
        assert bias.tolist() == [head] * 6


@pytest.mark.parametrize(
    "rows, size, widths",
    [
        (10, 3, [4, 4, 2]),
        (5, 4, [2, 2, 1, 0]),
        (10, 4, [3, 3, 3, 1]),
        (8, 2, [4, 4]),
        (2, 4, [1, 1, 0, 0]),
    ],
)
@pytest.mark.parametrize("key", ["model.embed_tokens.weight", "lm_head.weight"])
def test_vocab_rows_have_short_trailing_shards(key, rows, size, widths):
    table = small_ints(rows, 3)
    parts = shards(key, table, size)
    assert [part.shape for part in parts] == [(width, 3) for width in widths]
    assert torch.equal(torch.cat(parts), table)


@pytest.mark.parametrize(
    "key, shape",
    [
        ("model.norm.weight", (7,)),
        (LAYER + "input_layernorm.weight", (7,)),
        (LAYER + "self_attn.q_norm.weight", (7,)),
        (LAYER + "self_attn.k_norm.weight", (7,)),
        (LAYER + "mlp.gate.weight", (7, 5)),
    ],
)
def test_norms_and_routers_stay_whole(key, shape):
    value = small_ints(*shape)
    assert all(torch.equal(part, value) for part in shards(key, value, 3))


@pytest.mark.parametrize(
    "key, shape",
    [
        (LAYER + "self_attn.q_proj.weight", (12, 4)),
        (LAYER + "self_attn.k_proj.weight", (12, 4)),
        (LAYER + "self_attn.o_proj.weight", (4, 12)),
        (LAYER + "mlp.up_proj.bias", (12,)),
        ("lm_head.weight", (11, 4)),
        ("lm_head.weight", (2, 4)),
    ],
)
def test_shards_own_their_memory(key, shape):
    for part in shards(key, small_ints(*shape), 4, num_kv_heads=4):
        assert owns_its_memory(part)


@pytest.mark.parametrize("key", ["self_attn.q_proj.weight", "self_attn.k_proj.weight"])
def test_at_size_1_nothing_is_cut_or_refused(key):
    value = small_ints(7, 5)
    assert torch.equal(shard_tensor(LAYER + key, value, 0, 1, num_kv_heads=4), value)


@pytest.mark.parametrize(
    "name, shape, size, num_kv_heads",
    [
        ("q_proj.weight", (10, 4), 4, 4),
        ("o_proj.weight", (4, 10), 4, 4),
        ("k_proj.weight", (24, 4), 4, 3),
        ("v_proj.bias", (24,), 12, 8),
        ("k_proj.weight", (10, 4), 4, 4),
        ("k_proj.weight", (12, 4), 4, 0),
    ],
)
def test_counts_that_cannot_be_laid_out_are_refused(name, shape, size, num_kv_heads):
    with pytest.raises(ValueError):
        shard_tensor(f"{LAYER}self_attn.{name}", small_ints(*shape), 0, size, num_kv_heads)


@pytest.mark.parametrize(
    "name, shape, at_tp_2, at_tp_16",
    [
        ("model.layers.0.self_attn.q_proj", (2048, 1024), (1024, 1024), (128, 1024)),
        ("model.layers.0.self_attn.k_proj", (1024, 1024), (512, 1024), (128, 1024)),
        ("model.layers.0.self_attn.o_proj", (1024, 2048), (1024, 1024), (1024, 128)),
        ("model.layers.0.mlp.gate_proj", (3072, 1024), (1536, 1024), (192, 1024)),
        ("model.layers.0.mlp.down_proj", (1024, 3072), (1024, 1536), (1024, 192)),
        ("model.embed_tokens", (151936, 1024), (75968, 1024), (9496, 1024)),
        ("model.layers.0.input_layernorm", (1024,), (1024,), (1024,)),
    ],
)
def test_qwen3_shards_have_the_shapes_of_the_table(name, shape, at_tp_2, at_tp_16):
    value = torch.empty(shape, device="meta")
    assert shard_tensor(f"{name}.weight", value, 1, 2, 8).shape == at_tp_2
    assert shard_tensor(f"{name}.weight", value, 15, 16, 8).shape == at_tp_16


def test_div_even_divides_or_replicates():
    assert div_even(16, 4) == 4
    assert div_even(8, 16, True) == 1
    assert div_even(8, 4, True) == 2


@pytest.mark.parametrize(
    "a, b, replicate",
    [(10, 4, False), (8, 12, True), (8, 16, False), (12, 8, True), (4, 0, False), (0, 4, True)],
)
def test_div_even_refuses_and_prints_both_numbers(a, b, replicate):
    with pytest.raises(ValueError) as error:
        div_even(a, b, replicate)
    assert {str(a), str(b)} <= set(str(error.value).split())


def test_the_solution_stands_alone():
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {node.module for node in froms if node.level == 0}
    names |= {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    assert all(node.level == 0 for node in froms)
    assert {name.split(".")[0] for name in names} <= {"torch", *sys.stdlib_module_names}
