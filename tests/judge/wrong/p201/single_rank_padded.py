"""wrong_answer: even a single rank gets an empty head."""


def padded_layout(num_heads, num_kv_heads, tp_size):
    if num_heads % num_kv_heads or (num_kv_heads % tp_size and tp_size % num_kv_heads):
        raise ValueError(f"{num_heads} {num_kv_heads} {tp_size}")
    group = num_heads // num_kv_heads
    sharing = max(1, tp_size // num_kv_heads) if tp_size > 1 else 2
    layout = []
    for first in range(0, num_heads, group):
        layout += [*range(first, first + group), *[None] * (-group % sharing)]
    return layout
