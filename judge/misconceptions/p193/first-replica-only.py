"""Only one rank is named for a head that several hold.

Why: With at least as many heads as ranks each head has one rank. A replica is as good as the first:
whoever loads or checks a head needs all of them.

Look: Count the ranks that your answers name for 2 heads on 4 ranks.
"""


def ranks_of_kv_head(kv_head: int, tp_size: int, num_kv_heads: int) -> list[int]:
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {tp_size} ranks")
    return [kv_head * tp_size // num_kv_heads]
