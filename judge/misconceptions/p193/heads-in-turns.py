"""The code deals KV heads out in turns: rank 0 of 2 holds heads 0, 2, 4, 6.

Why: Taking turns is even too. Every cut in this field is in the order of the ranks: a rank holds
neighbours, and so do its query heads.

Look: What are rank 0's query heads, and which KV heads do they read?
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> list[int]:
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {tp_size} ranks")
    if num_kv_heads < tp_size:
        return [tp_rank * num_kv_heads // tp_size]
    return list(range(tp_rank, num_kv_heads, tp_size))
