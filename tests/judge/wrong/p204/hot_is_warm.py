"""wrong_answer: temperatures above 1 are taken for 1."""

import torch


def draw(logits, temperature, generator):
    if temperature == 0:
        return logits.argmax(-1)
    probs = (logits.float() / min(1.0, temperature)).softmax(-1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(-1)
