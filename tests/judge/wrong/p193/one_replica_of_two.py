"""wrong_answer: there are always two replicas, as in the example."""


def ranks_of_kv_head(kv_head, tp_size, num_kv_heads):
    kv_heads_of_rank(0, tp_size, num_kv_heads)
    first = kv_head * tp_size // num_kv_heads
    return [first, first + 1] if tp_size > num_kv_heads else [first]
