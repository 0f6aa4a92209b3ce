"""Only the KV heads are numbered from 0."""


def head_pairs(
    tp_rank: int, tp_size: int, num_heads: int, num_kv_heads: int
) -> list[tuple[int, int]]:
    first = kv_heads_of_rank(tp_rank, tp_size, num_kv_heads)[0]
    for part in (tp_size, num_kv_heads):
        if num_heads % part:
            raise ValueError(f"{num_heads} query heads are not divisible by {part}")
    num_local, group = num_heads // tp_size, num_heads // num_kv_heads
    heads = range(tp_rank * num_local, (tp_rank + 1) * num_local)
    return [(head, head // group - first) for head in heads]
