"""The code lets all query heads of a rank read its first KV head.

Why: With one KV head on each rank they do. With several, each has its own group of query heads.

Look: Which KV head does the last query head of rank 0 read, when rank 0 holds 4?
"""


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    first = kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)[0]
    for part in (tp_size, num_kv_heads):
        if num_heads % part:
            raise ValueError(f"{num_heads} query heads are not divisible by {part}")
    num_local = num_heads // tp_size
    return [(tp_rank * num_local + i, first) for i in range(num_local)]
