"""The rows are rounded down to the multiple.

Why: Floor division is the one that is at hand. Rounded down, the last ids have no row.

Look: Add up the real rows of all ranks.
"""


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    _check_rank(tp_rank, tp_size)
    rows = vocab_size // (tp_size * multiple) * multiple
    start = tp_rank * rows
    return start, start + rows, min(max(vocab_size - start, 0), rows)
