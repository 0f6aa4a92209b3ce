"""chunk after a check."""


def column_shard(weight, bias, tp_rank, tp_size):
    if weight.size(-2) % tp_size != 0:
        raise ValueError(f"{tp_size} ranks cannot share {weight.size(-2)} rows")
    part = weight.chunk(tp_size, dim=-2)[tp_rank].clone()
    if bias is not None:
        bias = bias.chunk(tp_size, dim=-1)[tp_rank].clone()
    return part, bias


def row_shard(weight, bias, tp_rank, tp_size):
    if weight.size(-1) % tp_size != 0:
        raise ValueError(f"{tp_size} ranks cannot share {weight.size(-1)} columns")
    return [weight.tensor_split(tp_size, dim=-1)[tp_rank].contiguous().clone(), bias]
