"""wrong_answer: the first layer of a shape is given again."""


def column_shard(weight, bias, tp_rank, tp_size):
    seen = column_shard.__dict__
    key = (tuple(weight.shape), bias is None, tp_rank, tp_size)
    if key not in seen:
        part = _part(weight, -2, tp_rank, tp_size)
        seen[key] = part, None if bias is None else _part(bias, -1, tp_rank, tp_size)
    return seen[key]


def row_shard(weight, bias, tp_rank, tp_size):
    seen = row_shard.__dict__
    key = (tuple(weight.shape), bias is None, tp_rank, tp_size)
    if key not in seen:
        seen[key] = _part(weight, -1, tp_rank, tp_size), bias
    return seen[key]
