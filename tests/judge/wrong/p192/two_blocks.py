"""wrong_answer: there are always two blocks, as in the example."""


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    counts = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": 2}
    rows = (num_heads + 2 * num_kv_heads) * head_size
    if layout not in counts or packed.shape[0] != rows:
        raise ValueError(f"{layout} of {packed.shape[0]} rows, not {rows}")
    count = counts[layout]
    blocks = packed[: rows // count * count].unflatten(0, (count, -1))
    kv = num_kv_heads * head_size // count
    q, k, v = blocks.split([blocks.shape[1] - 2 * kv, kv, kv], dim=1)
    return q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1)
