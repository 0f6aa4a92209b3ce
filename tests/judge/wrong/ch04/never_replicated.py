"""runtime_error: only what divides is laid out, and the rest refused."""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    num_local = divide(num_kv_heads, tp_size)
    return range(tp_rank * num_local, (tp_rank + 1) * num_local)
