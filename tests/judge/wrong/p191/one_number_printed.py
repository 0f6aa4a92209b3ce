"""wrong_answer: the message names the size only."""


def column_shard(weight, bias, tp_rank, tp_size):
    if weight.shape[-2] % tp_size:
        raise ValueError(f"{weight.shape[-2]} rows do not divide")
    part = _part(weight, -2, tp_rank, tp_size)
    return part, None if bias is None else _part(bias, -1, tp_rank, tp_size)
