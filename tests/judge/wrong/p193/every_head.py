"""wrong_answer: every rank holds every KV head."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    return list(range(num_kv_heads))
