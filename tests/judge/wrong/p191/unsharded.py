"""wrong_answer: everything stays whole."""


def column_shard(weight, bias, tp_rank, tp_size):
    return weight, bias


def row_shard(weight, bias, tp_rank, tp_size):
    return weight, bias
