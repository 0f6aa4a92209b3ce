"""Query heads that do not divide are cut all the same.

Why: Floor division always gives an answer. With 14 query heads on 4 ranks each gets 3, and two
belong to nobody.

Look: Count the query heads of all ranks together.
"""


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    if num_heads % num_kv_heads:
        raise ValueError(f"{num_heads} query heads are not divisible by {num_kv_heads}")
    num_local, group = num_heads // tp_size, num_heads // num_kv_heads
    heads = range(tp_rank * num_local, (tp_rank + 1) * num_local)
    return [(head, head // group) for head in heads]
