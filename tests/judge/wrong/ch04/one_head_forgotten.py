"""wrong_answer: one KV head is thought to lie on rank 0 only."""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    if num_kv_heads == 1 and tp_rank:
        return range(0)
    start = tp_rank * num_kv_heads // tp_size
    return range(start, start + num_local)
