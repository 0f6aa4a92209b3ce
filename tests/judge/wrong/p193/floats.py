"""wrong_answer: heads are floats."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    if num_kv_heads <= tp_size:
        return [tp_rank // (tp_size / num_kv_heads)]
    count = num_kv_heads // tp_size
    return list(range(tp_rank * count, tp_rank * count + count))
