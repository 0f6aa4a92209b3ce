"""Ranges come back, and pairs are lists."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    big, small = max(tp_size, num_kv_heads), min(tp_size, num_kv_heads)
    if big % small:
        raise ValueError(f"neither of {num_kv_heads} and {tp_size} divides the other")
    if tp_size > num_kv_heads:
        head = tp_rank // (tp_size // num_kv_heads)
        return range(head, head + 1)
    count = num_kv_heads // tp_size
    return range(tp_rank * count, tp_rank * count + count)


def ranks_of_kv_head(kv_head, tp_size, num_kv_heads):
    kv_heads_of_rank(0, tp_size, num_kv_heads)
    copies = max(1, tp_size // num_kv_heads)
    first = kv_head * tp_size // num_kv_heads
    return range(first, first + copies)


def head_pairs(tp_rank, tp_size, num_heads, num_kv_heads):
    kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    if num_heads % tp_size:
        raise ValueError(f"{num_heads} and {tp_size}")
    if num_heads % num_kv_heads:
        raise ValueError(f"{num_heads} and {num_kv_heads}")
    local = num_heads // tp_size
    return [
        [h, h * num_kv_heads // num_heads] for h in range(tp_rank * local, tp_rank * local + local)
    ]
