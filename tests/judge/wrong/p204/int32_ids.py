"""wrong_answer: ids of another dtype."""

import torch


def draw(logits, temperature, generator):
    if temperature == 0:
        return logits.argmax(-1).int()
    probs = (logits.float() / temperature).softmax(-1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(-1).int()
