"""Every head is asked which rank it belongs to."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    return [h for h in range(num_kv_heads) if tp_rank in ranks_of_kv_head(h, tp_size, num_kv_heads)]


def ranks_of_kv_head(kv_head, tp_size, num_kv_heads):
    if num_kv_heads % tp_size != 0 and tp_size % num_kv_heads != 0:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    if num_kv_heads >= tp_size:
        return [kv_head * tp_size // num_kv_heads]
    copies = tp_size // num_kv_heads
    return [kv_head * copies + i for i in range(copies)]


def head_pairs(tp_rank, tp_size, num_heads, num_kv_heads):
    if num_heads % tp_size or num_heads % num_kv_heads:
        raise ValueError(f"{num_heads} query heads, {num_kv_heads} KV heads, {tp_size} ranks")
    ranks_of_kv_head(0, tp_size, num_kv_heads)
    every = [
        (h, kv)
        for kv in range(num_kv_heads)
        for h in range(num_heads)
        if h * num_kv_heads // num_heads == kv
    ]
    return [pair for i, pair in enumerate(every) if i * tp_size // num_heads == tp_rank]
