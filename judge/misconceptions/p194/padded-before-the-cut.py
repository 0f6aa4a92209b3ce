"""The code pads the whole table to the multiple, and cuts it then.

Why: Padding sounds like something done to the whole. 10 rows padded to a multiple of 4 are 12, and
3 ranks get 4 each; 2 ranks would get 6, which is no multiple of 4.

Look: Divide the rows of one rank by the multiple.
"""


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    _check_rank(tp_rank, tp_size)
    whole = -(-vocab_size // multiple) * multiple
    rows = -(-whole // tp_size)
    start = tp_rank * rows
    return start, start + rows, min(max(vocab_size - start, 0), rows)
