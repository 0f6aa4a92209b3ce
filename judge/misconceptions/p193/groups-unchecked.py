"""The groups of query heads are not checked.

Why: Only the ranks seem to need a check. With 10 query heads and 4 KV heads the groups are of 2,
and heads 8 and 9 read a KV head that does not exist.

Look: What does your code answer for 10 query heads and 4 KV heads?
"""


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    if num_heads % tp_size:
        raise ValueError(f"{num_heads} query heads are not divisible by {tp_size}")
    num_local, group = num_heads // tp_size, num_heads // num_kv_heads
    heads = range(tp_rank * num_local, (tp_rank + 1) * num_local)
    return [(head, head // group) for head in heads]
