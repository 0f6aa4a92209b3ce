"""wrong_answer: ranks with whole groups get empty heads too."""


def padded_layout(num_heads, num_kv_heads, tp_size):
    if num_heads % num_kv_heads or (num_kv_heads % tp_size and tp_size % num_kv_heads):
        raise ValueError(f"{num_heads} {num_kv_heads} {tp_size}")
    group = num_heads // num_kv_heads
    sharing = tp_size // num_kv_heads if tp_size > num_kv_heads else min(tp_size, 2)
    layout = []
    for first in range(0, num_heads, group):
        layout += [*range(first, first + group), *[None] * (1 + -group % sharing)]
    return layout if tp_size > 1 else list(range(num_heads))
