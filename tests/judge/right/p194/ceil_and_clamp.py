"""math.ceil, and a list comes back."""

import math


def vocab_range(vocab_size, tp_rank, tp_size):
    if tp_rank < 0 or tp_rank >= tp_size:
        raise ValueError(f"tp_rank={tp_rank} tp_size={tp_size}")
    per_rank = math.ceil(vocab_size / tp_size)
    start = min(per_rank * tp_rank, vocab_size)
    return [start, min(start + per_rank, vocab_size)]


def padded_range(vocab_size, tp_rank, tp_size, multiple):
    if tp_rank < 0 or tp_rank >= tp_size:
        raise ValueError(f"tp_rank={tp_rank} tp_size={tp_size}")
    unit = multiple * tp_size
    whole = vocab_size if vocab_size % unit == 0 else vocab_size + unit - vocab_size % unit
    start, end = whole // tp_size * tp_rank, whole // tp_size * (tp_rank + 1)
    return [start, end, max(0, min(end, vocab_size) - min(start, vocab_size))]
