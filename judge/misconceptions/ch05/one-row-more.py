"""The code rounds up where the vocabulary divides, too.

Why: Adding 1 to a floor division rounds up whatever leaves a rest. Where nothing is left over, the
floor is right already.

Look: How many ids does rank 0 own of 8 ids on 4 ranks?
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = vocab_size // tp_size + 1
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)
