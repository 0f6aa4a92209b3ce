"""wrong_answer: right for powers of two."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    if tp_size % 3 == 0:
        return [tp_rank % num_kv_heads]
    start = tp_rank * num_kv_heads // tp_size
    return list(range(start, start + max(1, num_kv_heads // tp_size)))
