"""The code lets a rank serve every query head that reads its KV head.

Why: It could: it has the KV head. But the other replicas have it too, and each query head would be
computed several times and added several times.

Look: Count the query heads of all ranks together.
"""


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    for part in (tp_size, num_kv_heads):
        if num_heads % part:
            raise ValueError(f"{num_heads} query heads are not divisible by {part}")
    held, group = kv_heads_of_rank(tp_rank, tp_size, num_kv_heads), num_heads // num_kv_heads
    return [(kv * group + i, kv) for kv in held for i in range(group)]
