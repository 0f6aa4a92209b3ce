"""wrong_answer: groups are never larger than in the examples."""


def head_pairs(tp_rank, tp_size, num_heads, num_kv_heads):
    kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    if num_heads % tp_size or num_heads % num_kv_heads:
        raise ValueError(f"{num_heads}, {num_kv_heads}, {tp_size}")
    local, group = num_heads // tp_size, num_heads // num_kv_heads
    group = 2 if num_kv_heads >= tp_size and group > 2 else group
    return [(h, h // group) for h in range(tp_rank * local, tp_rank * local + local)]
