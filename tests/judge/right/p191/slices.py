"""Slices; at size 1 the tensors themselves; the whole bias copied."""

import torch


def column_shard(weight, bias, tp_rank, tp_size):
    if tp_size == 1:
        return weight, bias
    rows, rest = divmod(weight.shape[-2], tp_size)
    if rest:
        raise ValueError(f"{weight.shape[-2]} rows on {tp_size} ranks")
    mine = slice(tp_rank * rows, (tp_rank + 1) * rows)
    part = torch.empty_like(weight[..., mine, :])
    part.copy_(weight[..., mine, :])
    return part, bias if bias is None else bias[..., mine].clone()


def row_shard(weight, bias, tp_rank, tp_size):
    if tp_size == 1:
        return weight, bias
    columns, rest = divmod(weight.shape[-1], tp_size)
    if rest:
        raise ValueError(f"{weight.shape[-1]} columns on {tp_size} ranks")
    part = weight[..., tp_rank * columns : (tp_rank + 1) * columns].clone()
    return part, None if bias is None else bias.clone()
