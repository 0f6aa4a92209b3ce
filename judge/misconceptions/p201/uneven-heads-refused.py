"""The code refuses query heads that tp_size does not divide.

Why: That is what most engines do, and it is safe. This problem is about the way around it.

Look: What does the page lay out for 14 heads on 4 ranks?
"""


def padded_layout(num_heads: int, num_kv_heads: int, tp_size: int) -> list[int | None]:
    if num_heads % tp_size or num_heads % num_kv_heads:
        raise ValueError(
            f"{num_heads} heads that share {num_kv_heads} KV heads cannot lie on {tp_size} ranks"
        )
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(
            f"{num_heads} heads that share {num_kv_heads} KV heads cannot lie on {tp_size} ranks"
        )
    return list(range(num_heads))
