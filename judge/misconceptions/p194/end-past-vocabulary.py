"""The code lets the last range go past the vocabulary.

Why: Every rank has room for as many rows, and the range is taken for the room. Ids that do not
exist are owned by nobody.

Look: What is the largest id of 10, and where does your last range end?
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // tp_size)
    return tp_rank * rows, (tp_rank + 1) * rows
