"""wrong_answer: only what needs replicas is checked."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    if tp_size > num_kv_heads and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    start = tp_rank * num_kv_heads // tp_size
    return list(range(start, start + max(1, num_kv_heads // tp_size)))


def ranks_of_kv_head(kv_head, tp_size, num_kv_heads):
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    held = (kv_heads_of_rank(rank, tp_size, num_kv_heads) for rank in range(tp_size))
    return [rank for rank, heads in enumerate(held) if kv_head in heads]
