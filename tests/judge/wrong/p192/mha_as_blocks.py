"""wrong_answer: with one query head for each KV head the layout is not looked at."""


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    if num_kv_heads % tp_size:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    layout = "blocks" if num_heads == num_kv_heads else layout
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks)
    return tuple(part.chunk(tp_size)[tp_rank].clone() for part in whole)
