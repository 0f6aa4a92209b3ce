"""wrong_answer: heads are dealt out in turn, so that a rank has every tp-th."""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    if num_local == 1:
        start = tp_rank * num_kv_heads // tp_size
        return range(start, start + 1)
    return range(tp_rank, num_kv_heads, tp_size)
