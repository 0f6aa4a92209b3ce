"""wrong_answer: the size that is checked is not the one that is cut."""


def row_shard(weight, bias, tp_rank, tp_size):
    if weight.shape[-2] % tp_size:
        raise ValueError(f"{weight.shape[-2]} is not divisible by {tp_size}")
    local = weight.shape[-1] // tp_size
    return weight.narrow(-1, tp_rank * local, local).clone(), bias
