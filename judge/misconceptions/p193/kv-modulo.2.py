"""Only in the way back, from a head to its ranks."""


def ranks_of_kv_head(kv_head: int, tp_size: int, num_kv_heads: int) -> list[int]:
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {tp_size} ranks")
    if num_kv_heads >= tp_size:
        return [kv_head // (num_kv_heads // tp_size)]
    return list(range(kv_head, tp_size, num_kv_heads))
