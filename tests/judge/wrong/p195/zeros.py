"""wrong_answer: no rank contributes."""

import torch


def masked_lookup(ids, table, vocab_start):
    return torch.zeros(*ids.shape, table.shape[1], dtype=table.dtype)
