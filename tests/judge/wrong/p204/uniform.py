"""wrong_answer: every id is as likely."""

import torch


def draw(logits, temperature, generator):
    if temperature == 0:
        return logits.argmax(-1)
    return torch.randint(logits.shape[-1], (len(logits),), generator=generator)
