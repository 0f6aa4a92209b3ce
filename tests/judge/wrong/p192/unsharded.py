"""wrong_answer: the whole q, k and v on every rank."""


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    if num_kv_heads % tp_size:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks)
    return tuple(part.clone() for part in whole)
