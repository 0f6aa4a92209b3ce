"""wrong_answer: nothing is cut or padded."""


def padded_layout(num_heads, num_kv_heads, tp_size):
    return list(range(num_heads))


def pad_rows(weight, layout, head_dim):
    return weight


def pad_columns(weight, layout, head_dim):
    return weight


def rank_shards(weights, rank, tp_size, num_heads, num_kv_heads, head_dim):
    return dict(weights)
