"""The code lets query heads take turns with the KV heads: head h reads h % num_kv_heads.

Why: The remainder gives each KV head as many query heads. In grouped-query attention the query
heads of a group are neighbours.

Look: Which query heads read KV head 0 when there are 8 and 2?
"""


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    for part in (tp_size, num_kv_heads):
        if num_heads % part:
            raise ValueError(f"{num_heads} query heads are not divisible by {part}")
    num_local = num_heads // tp_size
    heads = range(tp_rank * num_local, (tp_rank + 1) * num_local)
    return [(head, head % num_kv_heads) for head in heads]
