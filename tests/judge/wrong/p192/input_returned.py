"""wrong_answer: the packed tensor comes back."""


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    return packed


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    return packed
