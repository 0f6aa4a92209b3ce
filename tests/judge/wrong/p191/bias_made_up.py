"""wrong_answer: a layer without a bias gets zeros."""


def column_shard(weight, bias, tp_rank, tp_size):
    part = _part(weight, -2, tp_rank, tp_size)
    return part, part.new_zeros(part.shape[:-1]) if bias is None else _part(
        bias, -1, tp_rank, tp_size
    )


def row_shard(weight, bias, tp_rank, tp_size):
    part = _part(weight, -1, tp_rank, tp_size)
    return part, part.new_zeros(part.shape[:-1]) if bias is None else bias
