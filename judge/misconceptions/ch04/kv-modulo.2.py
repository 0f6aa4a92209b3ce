"""Whether heads are replicated or not."""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    start = tp_rank % num_kv_heads
    return range(start, start + num_local)
