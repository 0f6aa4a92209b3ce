"""wrong_answer: all numbers are 1."""

import torch


def masked_lookup(ids, table, vocab_start):
    return torch.ones(*ids.shape, table.shape[1], dtype=table.dtype)
