"""wrong_answer: head 0 and rank 0, always."""


def kv_heads_of_rank(tp_rank, tp_size, num_kv_heads):
    return [0]


def ranks_of_kv_head(kv_head, tp_size, num_kv_heads):
    return [0]


def head_pairs(tp_rank, tp_size, num_heads, num_kv_heads):
    return [(0, 0)] * (num_heads // tp_size)
