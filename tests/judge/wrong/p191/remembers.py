"""wrong_answer: the first layer of a shape is given again."""


def column_shard(weight, bias, tp_rank, tp_size):
    seen = column_shard.__dict__
    key = (tuple(weight.shape), tp_rank, tp_size)
    weight = seen.setdefault(key, weight)
    part = _part(weight, -2, tp_rank, tp_size)
    return part, None if bias is None else _part(bias, -1, tp_rank, tp_size)
