"""wrong_answer: an interleaved group has as many query heads as in the example."""


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    counts = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": num_blocks}
    rows = (num_heads + 2 * num_kv_heads) * head_size
    if layout not in counts or packed.shape[0] != rows:
        raise ValueError(f"{layout} of {packed.shape[0]} rows, not {rows}")
    count = counts[layout]
    q, kv = (heads * head_size // count for heads in (num_heads, num_kv_heads))
    if layout == "interleaved" and num_heads != 2 * num_kv_heads:
        count = 1
        q, kv = q * num_kv_heads, kv * num_kv_heads
    q, k, v = packed.unflatten(0, (count, -1)).split([q, kv, kv], dim=1)
    return q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1)
