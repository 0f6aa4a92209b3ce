"""wrong_answer: only the last rank is thought to have padding."""

import torch


def gather_tokens(local, num_tokens):
    whole = _gathered(local)
    padding = len(whole) - num_tokens
    *others, last = whole.split(len(local))
    return torch.cat([*others, last[: max(0, len(local) - padding)]])
