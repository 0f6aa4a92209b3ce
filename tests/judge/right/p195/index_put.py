"""Flat ids, one place at a time."""

import torch


def masked_lookup(ids, table, vocab_start):
    flat = ids.reshape(-1)
    out = torch.zeros((flat.numel(), table.shape[-1]), dtype=table.dtype)
    places = torch.nonzero((flat >= vocab_start) & (flat < vocab_start + table.shape[0]))[:, 0]
    out.index_put_((places,), table.index_select(0, flat[places] - vocab_start))
    return out.reshape(*ids.shape, -1) if ids.numel() else out.reshape(*ids.shape, table.shape[1])
