"""The code refuses nothing where there are more ranks than KV heads.

Why: Each rank gets one head, that much is right. With 8 heads on 12 ranks some heads are held twice
and some once, and a rank's query heads no longer read one KV head.

Look: How many ranks hold each of 8 heads on 12 ranks?
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> list[int]:
    if num_kv_heads >= tp_size and num_kv_heads % tp_size:
        raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {tp_size} ranks")
    start = tp_rank * num_kv_heads // tp_size
    return list(range(start, start + max(1, num_kv_heads // tp_size)))
