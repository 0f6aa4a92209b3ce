"""wrong_answer: as many KV heads as query heads are refused."""


def head_pairs(tp_rank, tp_size, num_heads, num_kv_heads):
    kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    if num_heads % tp_size or num_heads % num_kv_heads or num_heads == num_kv_heads:
        raise ValueError(f"{num_heads}, {num_kv_heads}, {tp_size}")
    local, group = num_heads // tp_size, num_heads // num_kv_heads
    return [(h, h // group) for h in range(tp_rank * local, tp_rank * local + local)]
