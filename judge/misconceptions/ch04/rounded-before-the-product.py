"""The code divides the KV heads by the ranks before it multiplies by the rank.

Why: A rank's share times its number is where it starts, in every cut that comes out even. With
fewer heads than ranks the share is rounded down, and what was lost does not come back.

Look: What is 2 // 4, and what is that times the last rank?
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = div_even(num_kv_heads, tp_size, allow_replicate=True)
    start = tp_rank * (num_kv_heads // tp_size)
    return range(start, start + num_local)
