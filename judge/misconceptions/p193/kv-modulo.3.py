"""Whether heads are replicated or not."""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> list[int]:
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {tp_size} ranks")
    start = tp_rank % num_kv_heads
    return list(range(start, start + max(1, num_kv_heads // tp_size)))
