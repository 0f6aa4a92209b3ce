"""runtime_error: a rank's part of a bias is asked for its columns."""


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    if num_kv_heads % tp_size:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks)
    return tuple(part.reshape(tp_size, -1, packed.shape[1])[tp_rank].clone() for part in whole)
