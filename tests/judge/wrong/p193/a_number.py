"""wrong_answer: a single head is a number and no list."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    if num_kv_heads <= tp_size:
        return tp_rank * num_kv_heads // tp_size
    count = num_kv_heads // tp_size
    return list(range(tp_rank * count, tp_rank * count + count))
