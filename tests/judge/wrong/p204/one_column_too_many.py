"""wrong_answer: multinomial's column is kept."""

import torch


def draw(logits, temperature, generator):
    if temperature == 0:
        return logits.argmax(-1, keepdim=True)
    probs = (logits.float() / temperature).softmax(-1)
    return torch.multinomial(probs, 1, generator=generator)
