"""Heads written once for each replica, and then cut evenly."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    if num_kv_heads % tp_size == 0:
        copies = 1
    elif tp_size % num_kv_heads == 0:
        copies = tp_size // num_kv_heads
    else:
        raise ValueError(f"{tp_size} ranks, {num_kv_heads} KV heads")
    every = [head for head in range(num_kv_heads) for _ in range(copies)]
    count = len(every) // tp_size
    return every[tp_rank * count : (tp_rank + 1) * count]


def ranks_of_kv_head(kv_head, tp_size, num_kv_heads):
    found = []
    for rank in range(tp_size):
        if kv_head in kv_heads_of_rank(rank, tp_size, num_kv_heads):
            found.append(rank)
    return found


def head_pairs(tp_rank, tp_size, num_heads, num_kv_heads):
    if num_heads % tp_size != 0:
        raise ValueError(f"{num_heads} heads, {tp_size} ranks")
    if num_heads % num_kv_heads != 0:
        raise ValueError(f"{num_heads} heads, {num_kv_heads} KV heads")
    held = kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    local = num_heads // tp_size
    each = local // len(held)
    return [(tp_rank * local + i, held[i // each]) for i in range(local)]
