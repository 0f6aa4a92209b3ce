"""The empty heads are spread over the ranks of a group.

Why: If each rank has a little padding, the work is more even. The number of slots is the same
either way, and the page wants the heads in a row, the empty ones last.

Look: Compare the slots of the last rank of a group with the table of the page.
"""


def padded_layout(num_heads: int, num_kv_heads: int, tp_size: int) -> list[int | None]:
    if num_heads % num_kv_heads or (num_kv_heads % tp_size and tp_size % num_kv_heads):
        raise ValueError(
            f"{num_heads} heads that share {num_kv_heads} KV heads cannot lie on {tp_size} ranks"
        )
    group_size = num_heads // num_kv_heads
    sharing = max(1, tp_size // num_kv_heads)
    slots = -(-group_size // sharing)
    layout: list[int | None] = []
    head = 0
    for _ in range(num_kv_heads):
        for rank in range(sharing):
            count = group_size // sharing + (rank < group_size % sharing)
            layout += [*range(head, head + count), *[None] * (slots - count)]
            head += count
    return layout
