"""wrong_answer: v comes before k."""


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    count = {"blocks": 1, "interleaved": num_kv_heads, "per_rank": num_blocks}[layout]
    q, kv = (heads * head_size // count for heads in (num_heads, num_kv_heads))
    blocks = packed.unflatten(0, (count, -1))
    q, v, k = blocks.split([q, kv, kv], dim=1)
    return q.flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1)
