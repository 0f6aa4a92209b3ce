"""The code pads a table that fits all the same.

Why: The formula n // m + 1 rounds up, except when m divides n: then it adds a whole multiple that
nobody needs.

Look: Try 16 ids on 2 ranks with a multiple of 8.
"""


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    _check_rank(tp_rank, tp_size)
    rows = (vocab_size // (tp_size * multiple) + 1) * multiple
    start = tp_rank * rows
    return start, start + rows, min(max(vocab_size - start, 0), rows)
