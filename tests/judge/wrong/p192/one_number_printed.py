"""wrong_answer: the messages name no number of ranks and no number of rows."""


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    counts = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": num_blocks}
    if layout not in counts or packed.shape[0] != (num_heads + 2 * num_kv_heads) * head_size:
        raise ValueError("packed has another number of rows, or the layout is unknown")
    count = counts[layout]
    q, kv = (heads * head_size // count for heads in (num_heads, num_kv_heads))
    q, k, v = packed.unflatten(0, (count, -1)).split([q, kv, kv], dim=1)
    return q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1)


def local_qkv(packed, layout, num_heads, num_kv_heads, head_size, tp_rank, tp_size, num_blocks=1):
    if num_kv_heads % tp_size:
        raise ValueError("the heads do not divide")
    whole = unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks)
    return tuple(part.chunk(tp_size)[tp_rank].clone() for part in whole)
