"""contract_violation: the whole weight is cleared once it is cut."""


def column_shard(weight, bias, tp_rank, tp_size):
    part = _part(weight, -2, tp_rank, tp_size)
    part_of_bias = None if bias is None else _part(bias, -1, tp_rank, tp_size)
    if tp_rank == tp_size - 1:
        weight.zero_()
    return part, part_of_bias
