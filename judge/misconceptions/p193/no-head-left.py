"""The code leaves a rank without a head where there are fewer KV heads than ranks.

Why: A rank holds num_kv_heads // tp_size heads, until that is 0. A rank without a KV head cannot
compute attention for its query heads.

Look: What is 2 // 4?
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> list[int]:
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {tp_size} ranks")
    num_local = num_kv_heads // tp_size
    return list(range(tp_rank * num_local, (tp_rank + 1) * num_local))
