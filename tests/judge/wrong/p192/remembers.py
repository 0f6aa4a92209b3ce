"""wrong_answer: the first tensor of a shape is unpacked again."""


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    counts = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": num_blocks}
    rows = (num_heads + 2 * num_kv_heads) * head_size
    if layout not in counts or packed.shape[0] != rows:
        raise ValueError(f"{layout} of {packed.shape[0]} rows, not {rows}")
    count = counts[layout]
    seen = unpack_qkv.__dict__
    packed = seen.setdefault((tuple(packed.shape), layout, num_heads), packed)
    q, kv = (heads * head_size // count for heads in (num_heads, num_kv_heads))
    q, k, v = packed.unflatten(0, (count, -1)).split([q, kv, kv], dim=1)
    return q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1)
