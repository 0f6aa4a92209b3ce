"""The vocabulary is cut with floor division, so its last ids belong to no rank.

Why: Other sizes were chosen so that they divide. A vocabulary is any number: rounded down, the
parts do not add up to the whole.

Look: Add up the ids of all ranks for 10 ids on 4 ranks.
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    _check_rank(tp_rank, tp_size)
    rows = vocab_size // tp_size
    return tp_rank * rows, (tp_rank + 1) * rows
