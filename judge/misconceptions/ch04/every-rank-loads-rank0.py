"""The code gives every rank what rank 0 holds.

Why: Shapes and counts are right that way, and on rank 0 everything is.

Look: Print what rank 1 holds and find it in the checkpoint.
"""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    return range(div_even(num_kv_heads, tp_size, allow_replicate=True))
