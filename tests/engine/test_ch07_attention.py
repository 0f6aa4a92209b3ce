"""Attention by heads: norm, RoPE, grouped heads, and a cache of local heads only."""

from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F

from solutions.ch07_attention.attention import (
    KVCache,
    Qwen3Attention,
    RMSNorm,
    apply_rope,
    attend,
    num_blocks,
    rope_tables,
)
from solutions.ch07_attention.batch import Batch
from solutions.ch07_attention.config import Qwen3Config
from solutions.tp_group import HandGroup

CONFIG = Qwen3Config(
    vocab_size=31,
    hidden_size=24,
    intermediate_size=36,
    num_hidden_layers=2,
    num_attention_heads=8,
    num_key_value_heads=2,
    max_position_embeddings=64,
    head_dim=8,
    attention_bias=True,
)
QWEN3_06B = replace(
    CONFIG, num_hidden_layers=28, num_attention_heads=16, num_key_value_heads=8, head_dim=128
)


def make_attention(config, group):
    """An attention layer filled, through its loaders, with weights that depend on nothing else."""
    attention = Qwen3Attention(config, 1, group)
    generator = torch.Generator().manual_seed(3)
    query, kv = config.num_attention_heads * 8, config.num_key_value_heads * 8
    for shard_id, rows in [("q", query), ("k", kv), ("v", kv)]:
        for param, shape in [
            (attention.qkv_proj.weight, (rows, 24)),
            (attention.qkv_proj.bias, (rows,)),
        ]:
            param.weight_loader(param, torch.randn(shape, generator=generator), shard_id)
    for param, shape in [(attention.o_proj.weight, (24, query)), (attention.o_proj.bias, (24,))]:
        param.weight_loader(param, torch.randn(shape, generator=generator))
    for norm in (attention.q_norm, attention.k_norm):
        norm.weight.data.copy_(torch.randn(8, generator=generator))
    return attention


def run_attention(config, group):
    """Prefill two sequences, then decode one token of each; both outputs and the cache."""
    attention = make_attention(config, group)
    cache = KVCache(config, 3, 8, group)
    x = torch.randn(7, 24, generator=torch.Generator().manual_seed(4))
    outputs = []
    for part, batch in [
        (x[:5], Batch((2, 0), (0, 0), (2, 3))),
        (x[5:], Batch((2, 0), (2, 3), (1, 1))),
    ]:
        outputs.append(attention(part, rope_tables(batch.positions, 8, 1e4), batch, cache))
    return torch.cat(outputs), cache.data


def test_rms_norm_divides_by_the_root_of_the_mean_square():
    norm = RMSNorm(2, eps=0.0)
    normed = norm(torch.tensor([3.0, 4.0]))
    assert normed.tolist() == pytest.approx([0.84853, 1.13137], abs=1e-5)


def test_rms_norm_sums_bfloat16_in_float32():
    x = torch.ones(1, 4096, dtype=torch.bfloat16)
    assert torch.equal(RMSNorm(4096, 1e-6).to(torch.bfloat16)(x), x)


def test_rope_pairs_a_dimension_with_the_one_half_a_head_away():
    cos, sin = rope_tables(torch.tensor([0, 1]), 4, 100.0)  # angles 1 and 1/10 at position 1
    x = torch.tensor([[[1.0, 1.0, 0.0, 0.0]]] * 2)
    at_0, at_1 = apply_rope(x, cos, sin)
    assert at_0.tolist() == [[1, 1, 0, 0]]
    assert at_1[0].tolist() == pytest.approx([0.5403, 0.9950, 0.8415, 0.0998], abs=1e-4)


@pytest.mark.parametrize("new", [1, 3, 5])
def test_attend_is_causal_and_shares_kv_heads_among_adjacent_query_heads(new):
    q, k, v = torch.randn(new, 6, 4), torch.randn(5, 2, 4), torch.randn(5, 2, 4)
    out = attend(q, k, v)
    for head in range(6):
        for t in range(new):
            seen = 5 - new + t + 1
            keys, values = k[:seen, head // 3], v[:seen, head // 3]
            expected = F.softmax(keys @ q[t, head] / 2, dim=0) @ values
            torch.testing.assert_close(out[t, head], expected)


def test_a_batch_knows_positions_and_last_tokens():
    batch = Batch(blocks=(0, 1), starts=(0, 5), lengths=(3, 1))
    assert batch.positions.tolist() == [0, 1, 2, 5]
    assert batch.last.tolist() == [2, 3]


@pytest.mark.parametrize(("tp", "local_heads"), [(1, 8), (2, 4), (8, 1), (16, 1)])
def test_the_cache_holds_local_kv_heads_only(tp, local_heads):
    cache = KVCache(QWEN3_06B, 100, 256, HandGroup(tp - 1, tp), device="meta")
    assert cache.data.shape == (2, 28, 100, 256, local_heads, 128)


def test_the_cache_refuses_more_tokens_than_a_block_has():
    cache = KVCache(CONFIG, 1, 4, HandGroup(0, 1))
    k = torch.ones(3, 2, 8)
    cache.update(0, 0, 1, k, k)
    with pytest.raises(ValueError, match="block of 4 tokens cannot hold 5"):
        cache.update(0, 0, 2, k, k)


def test_the_cache_writes_to_one_layer_and_one_block():
    cache = KVCache(CONFIG, 3, 4, HandGroup(0, 1))
    k, v = torch.full((2, 2, 8), 5.0), torch.full((2, 2, 8), 7.0)
    keys, values = cache.update(1, 2, 1, k, v)
    assert keys[:, 0, 0].tolist() == [0, 5, 5] and values[:, 0, 0].tolist() == [0, 7, 7]
    assert cache.data.sum() == 2 * 16 * (5 + 7)


@pytest.mark.parametrize("tp", [2, 4])
def test_every_rank_takes_the_smallest_number_of_blocks(tp, on_ranks):
    bytes_per_block = 2 * 2 * 4 * (2 // min(tp, 2)) * 8 * 4

    def count(group):
        spare = (100 if group.rank == 0 else 63) * bytes_per_block + 5
        return num_blocks(spare, CONFIG, 4, group)

    assert on_ranks(tp, count) == [63] * tp


def test_fewer_bytes_per_number_give_more_blocks():
    group = HandGroup(0, 1)
    assert num_blocks(1 << 20, CONFIG, 4, group, torch.bfloat16) == 2 * num_blocks(
        1 << 20, CONFIG, 4, group
    )


@pytest.mark.parametrize("tp", [2, 4, 8])
def test_attention_on_ranks_equals_one_rank_and_costs_one_all_reduce(tp, on_ranks):
    expected, whole_cache = run_attention(CONFIG, HandGroup(0, 1))

    def run(group):
        return *run_attention(CONFIG, group), group.calls

    for rank, (out, cache, calls) in enumerate(on_ranks(tp, run)):
        torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-4)
        assert [name for name, _ in calls] == ["all_reduce", "all_reduce"]
        per_rank = max(1, 2 // tp)
        first = rank * 2 // tp
        torch.testing.assert_close(cache, whole_cache[..., first : first + per_rank, :])


def test_attention_divides_three_ways_where_the_heads_do(on_ranks):
    config = replace(CONFIG, num_attention_heads=6, num_key_value_heads=3)
    expected, _ = run_attention(config, HandGroup(0, 1))
    for out in on_ranks(3, lambda group: run_attention(config, group)[0]):
        torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-4)


def test_sequences_of_a_batch_do_not_see_each_other():
    together, _ = run_attention(CONFIG, HandGroup(0, 1))
    attention = make_attention(CONFIG, HandGroup(0, 1))
    x = torch.randn(7, 24, generator=torch.Generator().manual_seed(4))
    batch = Batch((0,), (0,), (3,))
    alone = attention(
        x[2:5], rope_tables(batch.positions, 8, 1e4), batch, KVCache(CONFIG, 1, 8, HandGroup(0, 1))
    )
    torch.testing.assert_close(together[2:5], alone, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("heads", "kv_heads", "tp", "numbers"),
    [(8, 2, 3, "8.*3"), (6, 2, 3, "3.*2"), (12, 4, 6, "6.*4")],
)
def test_attention_refuses_heads_that_do_not_divide(heads, kv_heads, tp, numbers):
    config = replace(CONFIG, num_attention_heads=heads, num_key_value_heads=kv_heads)
    with pytest.raises(ValueError, match=numbers):
        Qwen3Attention(config, 0, HandGroup(0, tp))


def test_attention_bias_is_off_unless_the_configuration_has_it():
    attention = Qwen3Attention(replace(CONFIG, attention_bias=False), 0, HandGroup(0, 1))
    assert attention.qkv_proj.bias is None and attention.o_proj.bias is None
