"""wrong_answer: always two ranks share a head."""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    start = tp_rank // 2 % num_kv_heads if num_kv_heads < tp_size else tp_rank * num_local
    return range(start, start + num_local)
