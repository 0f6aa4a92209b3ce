"""The code refuses fewer KV heads than ranks.

Why: A head cannot be cut, so the case looks impossible. A head can be held by several ranks.

Look: What does the page say about 2 KV heads on 4 ranks?
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> list[int]:
    if num_kv_heads % tp_size:
        raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {tp_size} ranks")
    num_local = num_kv_heads // tp_size
    return list(range(tp_rank * num_local, (tp_rank + 1) * num_local))
