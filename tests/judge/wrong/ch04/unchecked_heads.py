"""wrong_answer: a number of heads that cannot be laid out is laid out."""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    start = tp_rank * num_kv_heads // tp_size
    return range(start, start + max(1, num_kv_heads // tp_size))
