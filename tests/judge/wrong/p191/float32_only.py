"""wrong_answer: the dtype is always float32."""


def column_shard(weight, bias, tp_rank, tp_size):
    part = _part(weight, -2, tp_rank, tp_size).float()
    return part, None if bias is None else _part(bias, -1, tp_rank, tp_size).float()
