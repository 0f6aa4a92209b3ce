"""The vocabulary is cut with floor division, so its last ids belong to no rank.

Why: Other sizes were chosen so that they divide. A vocabulary is any number: rounded down, the
parts do not add up to the whole.

Look: Add up the widths of all ranks' ranges for 10 ids on 3 ranks.
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = vocab_size // tp_size
    return tp_rank * rows, (tp_rank + 1) * rows
