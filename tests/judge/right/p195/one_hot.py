"""A product with one-hot rows."""

import torch


def masked_lookup(ids, table, vocab_start):
    owned = torch.arange(vocab_start, vocab_start + table.shape[0])
    hot = (ids[..., None] == owned).to(table.dtype)
    return hot @ table
