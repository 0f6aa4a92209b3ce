"""runtime_error: only float32 logits are taken."""

import torch


def draw(logits, temperature, generator):
    if logits.dtype is not torch.float32:
        raise TypeError(f"logits are {logits.dtype}")
    if temperature == 0:
        return logits.argmax(-1)
    probs = (logits / temperature).softmax(-1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(-1)
