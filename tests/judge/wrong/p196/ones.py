"""wrong_answer: token 1."""

import torch


def sharded_argmax(local_logits, vocab_start, group):
    return torch.ones(local_logits.shape[:-1], dtype=torch.int64)
