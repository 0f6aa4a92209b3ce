"""wrong_answer: groups are filled up to even numbers only."""


def padded_layout(num_heads, num_kv_heads, tp_size):
    if num_heads % num_kv_heads or (num_kv_heads % tp_size and tp_size % num_kv_heads):
        raise ValueError(f"{num_heads} {num_kv_heads} {tp_size}")
    group = num_heads // num_kv_heads
    more = group % 2 if tp_size > num_kv_heads else 0
    layout = []
    for first in range(0, num_heads, group):
        layout += [*range(first, first + group), *[None] * more]
    return layout
