"""wrong_answer: with replicas the KV head of rank 4 and above is the last one's."""


def head_pairs(tp_rank, tp_size, num_heads, num_kv_heads):
    kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    if num_heads % tp_size or num_heads % num_kv_heads:
        raise ValueError(f"{num_heads}, {num_kv_heads}, {tp_size}")
    local, group = num_heads // tp_size, num_heads // num_kv_heads
    if num_kv_heads < tp_size and num_kv_heads != 2 and num_kv_heads != 8:
        return [(h, num_kv_heads - 1) for h in range(tp_rank * local, tp_rank * local + local)][:1]
    return [(h, h // group) for h in range(tp_rank * local, tp_rank * local + local)]
