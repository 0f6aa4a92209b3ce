"""wrong_answer: every number is 0."""

import torch


def merge_gathered(gathered, tp_size):
    shape = gathered.shape
    return torch.zeros(shape[0] // tp_size, *shape[1:-1], shape[-1] * tp_size, dtype=gathered.dtype)


def gather_logits(local_logits, vocab_size):
    return torch.zeros(*local_logits.shape[:-1], vocab_size, dtype=local_logits.dtype)
