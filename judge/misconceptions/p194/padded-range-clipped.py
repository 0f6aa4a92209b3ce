"""The code ends the range at the vocabulary.

Why: Without padding it does. The rows behind the vocabulary are there too, and the rank holds them.

Look: How many rows does the last rank hold, and how many the first?
"""


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // (tp_size * multiple)) * multiple
    start = min(tp_rank * rows, vocab_size)
    end = min(start + rows, vocab_size)
    return start, end, end - start
