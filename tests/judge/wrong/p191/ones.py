"""wrong_answer: the shapes are right and every number is 1."""

import torch


def column_shard(weight, bias, tp_rank, tp_size):
    part = torch.ones_like(_part(weight, -2, tp_rank, tp_size))
    return part, None if bias is None else torch.ones_like(_part(bias, -1, tp_rank, tp_size))


def row_shard(weight, bias, tp_rank, tp_size):
    return torch.ones_like(_part(weight, -1, tp_rank, tp_size)), bias
