"""runtime_error: a bias has no columns."""


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    counts = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": num_blocks}
    rows = (num_heads + 2 * num_kv_heads) * head_size
    if layout not in counts or packed.shape[0] != rows:
        raise ValueError(f"{layout} of {packed.shape[0]} rows, not {rows}")
    count, columns = counts[layout], packed.shape[1]
    q, kv = (heads * head_size // count for heads in (num_heads, num_kv_heads))
    parts = packed.reshape(count, -1, columns).split([q, kv, kv], dim=1)
    return tuple(part.reshape(-1, columns) for part in parts)
