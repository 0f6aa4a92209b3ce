"""wrong_answer: no pair comes back."""


def column_shard(weight, bias, tp_rank, tp_size):
    return _part(weight, -2, tp_rank, tp_size)


def row_shard(weight, bias, tp_rank, tp_size):
    return _part(weight, -1, tp_rank, tp_size)
