"""The code puts the empty heads behind the last head of all.

Why: For 14 heads 16 slots are enough, and the end is where padding usually goes. Then the ranks'
slots no longer fit the groups: rank 1 of 4 gets heads 4 to 7, and head 7 belongs to the other KV
head.

Look: For each rank, write its heads and the KV head that each of them uses.
"""


def padded_layout(num_heads: int, num_kv_heads: int, tp_size: int) -> list[int | None]:
    if num_heads % num_kv_heads or (num_kv_heads % tp_size and tp_size % num_kv_heads):
        raise ValueError(
            f"{num_heads} heads that share {num_kv_heads} KV heads cannot lie on {tp_size} ranks"
        )
    return [*range(num_heads), *[None] * (-num_heads % tp_size)]
