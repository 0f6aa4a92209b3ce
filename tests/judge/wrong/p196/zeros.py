"""wrong_answer: token 0."""

import torch


def local_best(local_logits, vocab_start):
    batch = local_logits.shape[:-1]
    return torch.zeros(batch), torch.zeros(batch, dtype=torch.int64)


def sharded_argmax(local_logits, vocab_start, group):
    return torch.zeros(local_logits.shape[:-1], dtype=torch.int64)
