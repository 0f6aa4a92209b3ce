"""wrong_answer: the way back refuses nothing."""


def ranks_of_kv_head(kv_head, tp_size, num_kv_heads):
    copies = max(1, tp_size // num_kv_heads)
    first = kv_head * tp_size // num_kv_heads
    return list(range(first, first + copies))
