"""A rank that holds only padding has a negative number of real rows.

Why: What is left is vocab_size - start, until the rank starts behind the vocabulary.

Look: How many real rows has the last rank for 5 ids on 4 ranks with a multiple of 2?
"""


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // (tp_size * multiple)) * multiple
    start = tp_rank * rows
    return start, start + rows, min(vocab_size - start, rows)
