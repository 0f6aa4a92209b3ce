"""wrong_answer: the shapes are right and every number is 0."""


def column_shard(weight, bias, tp_rank, tp_size):
    part = _part(weight, -2, tp_rank, tp_size)
    return part * 0, None if bias is None else _part(bias, -1, tp_rank, tp_size) * 0


def row_shard(weight, bias, tp_rank, tp_size):
    return _part(weight, -1, tp_rank, tp_size) * 0, bias
