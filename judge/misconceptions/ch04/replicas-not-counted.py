"""The code starts rank r at r times the heads of one rank.

Why: So it is for query heads and for every cut without replicas. With replicas, a rank may hold the
same head as the one before it.

Look: Which head does the last rank get, and how many are there?
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    return range(tp_rank * num_local, (tp_rank + 1) * num_local)
