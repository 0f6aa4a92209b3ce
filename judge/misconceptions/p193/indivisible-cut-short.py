"""Nothing is refused.

Why: Floor division always gives an answer. With 6 KV heads on 4 ranks each holds one, and two heads
belong to nobody.

Look: Add up the heads of all ranks for 6 KV heads on 4 ranks.
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> list[int]:
    start = tp_rank * num_kv_heads // tp_size
    return list(range(start, start + max(1, num_kv_heads // tp_size)))


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    num_local, group = num_heads // tp_size, num_heads // num_kv_heads
    heads = range(tp_rank * num_local, (tp_rank + 1) * num_local)
    return [(head, head // group) for head in heads]
