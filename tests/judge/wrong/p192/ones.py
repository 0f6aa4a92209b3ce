"""wrong_answer: the shapes are right and every number is 1."""


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    counts = (num_heads, num_kv_heads, num_kv_heads)
    return tuple(packed.new_ones(n // tp_size * head_size, *packed.shape[1:]) for n in counts)
