"""The indices of the rows or columns, and what they select."""

import torch


def column_shard(weight, bias, tp_rank, tp_size):
    mine = _indices(weight.shape[-2], tp_rank, tp_size)
    part = weight.index_select(weight.ndim - 2, mine)
    return part, None if bias is None else bias.index_select(bias.ndim - 1, mine)


def row_shard(weight, bias, tp_rank, tp_size):
    return weight[..., _indices(weight.shape[-1], tp_rank, tp_size)], bias


def _indices(size, tp_rank, tp_size):
    if size % tp_size:
        raise ValueError(f"{size} cannot be cut into {tp_size}")
    return torch.arange(size).reshape(tp_size, -1)[tp_rank]
