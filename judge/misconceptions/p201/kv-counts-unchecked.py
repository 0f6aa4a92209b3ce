"""Only the query heads are looked at before the layout.

Why: Padding makes any number of query heads fit. It cannot make 6 KV heads lie on 4 ranks: some
rank would need parts of two groups.

Look: Which KV heads would the second of 4 ranks hold, of 6?
"""


def padded_layout(num_heads: int, num_kv_heads: int, tp_size: int) -> list[int | None]:
    if num_heads % num_kv_heads:
        raise ValueError(
            f"{num_heads} heads that share {num_kv_heads} KV heads cannot lie on {tp_size} ranks"
        )
    group_size = num_heads // num_kv_heads
    num_sharing = max(1, tp_size // num_kv_heads)
    layout: list[int | None] = []
    for first in range(0, num_heads, group_size):
        layout += [*range(first, first + group_size), *[None] * (-group_size % num_sharing)]
    return layout
