"""The code gives rank r KV head r // num_kv_heads.

Why: That way, too, 2 KV heads on 4 ranks are 0, 0, 1, 1. What has to be divided by is how many
ranks share a head, and there the two numbers are both 2.

Look: Try 2 KV heads on 8 ranks: which head does rank 7 get?
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    start = tp_rank // num_kv_heads if num_kv_heads < tp_size else tp_rank * num_local
    return range(start, start + num_local)
