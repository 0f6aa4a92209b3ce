"""The code deals replicas out in turns: rank r holds head r % num_kv_heads.

Why: The remainder gives each head to as many ranks, and all shapes are right. Query heads are cut
in order, so the ranks that read one KV head are neighbours.

Look: Which query heads has rank 1 of 4, and which KV head do they read?
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> list[int]:
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {tp_size} ranks")
    if num_kv_heads < tp_size:
        return [tp_rank % num_kv_heads]
    num_local = num_kv_heads // tp_size
    return list(range(tp_rank * num_local, (tp_rank + 1) * num_local))
