"""The code fills each group up to a multiple of all ranks.

Why: The slots must divide by the ranks, so a multiple of tp_size is safe. But a group is shared
only by the ranks that hold its KV head: the rest of the empty heads costs memory and time for
nothing.

Look: How many slots has a rank in your layout, and how many in the table of the page?
"""


def padded_layout(num_heads: int, num_kv_heads: int, tp_size: int) -> list[int | None]:
    if num_heads % num_kv_heads or (num_kv_heads % tp_size and tp_size % num_kv_heads):
        raise ValueError(
            f"{num_heads} heads that share {num_kv_heads} KV heads cannot lie on {tp_size} ranks"
        )
    group_size = num_heads // num_kv_heads
    layout: list[int | None] = []
    for first in range(0, num_heads, group_size):
        layout += [*range(first, first + group_size), *[None] * (-group_size % tp_size)]
    return layout
