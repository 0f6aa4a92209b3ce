"""The code takes the end for the last id that the rank owns.

Why: Ids 0 to 3 sounds like (0, 3). In Python an end is not part of its range, as in range(0, 4) and
in slices.

Look: What is end - start for a rank that owns 4 ids?
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // tp_size)
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size) - 1
