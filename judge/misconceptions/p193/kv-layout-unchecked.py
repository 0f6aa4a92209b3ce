"""Query heads are paired without asking whether the KV heads can be laid out.

Why: The pairs need no KV layout, so nothing fails. With 24 query heads and 8 KV heads on 12 ranks,
rank 1 has query heads 2 and 3: they read KV heads 0 and 1, and a rank holds one.

Look: Which KV heads would rank 1 need, and which does it hold?
"""


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    for part in (tp_size, num_kv_heads):
        if num_heads % part:
            raise ValueError(f"{num_heads} query heads are not divisible by {part}")
    num_local, group = num_heads // tp_size, num_heads // num_kv_heads
    heads = range(tp_rank * num_local, (tp_rank + 1) * num_local)
    return [(head, head // group) for head in heads]
