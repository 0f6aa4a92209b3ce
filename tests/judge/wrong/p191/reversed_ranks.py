"""wrong_answer: the last rank has the first part."""


def column_shard(weight, bias, tp_rank, tp_size):
    tp_rank = tp_size - 1 - tp_rank
    part = _part(weight, -2, tp_rank, tp_size)
    return part, None if bias is None else _part(bias, -1, tp_rank, tp_size)


def row_shard(weight, bias, tp_rank, tp_size):
    return _part(weight, -1, tp_size - 1 - tp_rank, tp_size), bias
