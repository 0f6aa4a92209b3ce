"""The code gives rank r KV head r modulo the number of KV heads.

Why: A modulo also gives every rank a head, and every head the same number of ranks. But the query
heads lie on the ranks in order, so the ranks that share a KV head must be neighbours.

Look: Write down which query heads rank 1 holds, and which KV head those belong to.
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    start = tp_rank % num_kv_heads if num_kv_heads < tp_size else tp_rank * num_local
    return range(start, start + num_local)
