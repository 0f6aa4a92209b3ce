"""wrong_answer: with several KV heads on a rank only the last one is looked up."""


def ranks_of_kv_head(kv_head, tp_size, num_kv_heads):
    if num_kv_heads % tp_size and tp_size % num_kv_heads:
        raise ValueError(f"{num_kv_heads} on {tp_size}")
    held = [kv_heads_of_rank(rank, tp_size, num_kv_heads)[-1] for rank in range(tp_size)]
    return [rank for rank, head in enumerate(held) if head == kv_head]
