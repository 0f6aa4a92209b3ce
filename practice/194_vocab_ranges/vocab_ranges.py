"""Problem 194: which token ids a rank owns, when the vocabulary is uneven and when it is padded.

A range is (start, end): start is in it, end is not. Needs nothing but Python.
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    """The ids that a rank owns when every rank has room for ceil(vocab_size / tp_size) of them.

    Lower ranks are filled first, so the last ones may own fewer ids, or none: such a range is
    (vocab_size, vocab_size). Raises ValueError, printing both numbers, when there is no rank
    tp_rank among tp_size.

    >>> [vocab_range(10, tp_rank, 3) for tp_rank in range(3)]
    [(0, 4), (4, 8), (8, 10)]
    """
    raise NotImplementedError("p194.1 vocab_range")


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    """The rows that a rank holds of a padded table, and how many of them are real: (start, end, n).

    The table is padded at its end, as little as possible, so that every rank holds the same number
    of rows and that number is a multiple of `multiple`. The range is one of the padded table; n
    counts the rank's rows below vocab_size.
    Raises ValueError, printing both numbers, when there is no rank tp_rank among tp_size.

    >>> [padded_range(10, tp_rank, 3, 2) for tp_rank in range(3)]
    [(0, 4, 4), (4, 8, 4), (8, 12, 2)]
    """
    raise NotImplementedError("p194.2 padded_range")
