"""The code numbers heads as the rank sees them, from 0.

Why: Inside a rank's own tensors that is their number. Between ranks it is ambiguous: each of them
has a head 0.

Look: Which query heads has rank 1, in the numbers of the whole model?
"""


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)
    for part in (tp_size, num_kv_heads):
        if num_heads % part:
            raise ValueError(f"{num_heads} query heads are not divisible by {part}")
    group = num_heads // num_kv_heads
    return [(head, head // group) for head in range(num_heads // tp_size)]
