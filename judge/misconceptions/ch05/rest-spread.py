"""The code spreads the ids as evenly as they go.

Why: A cut of 4, 3, 3 looks fairer than 4, 4, 2, and both hold 10 ids. Here every rank takes a
full part until the ids run out, so that any rank can tell who owns an id from one division.

Look: Write down the widths of all ranks for 10 ids on 3 ranks and for 5 ids on 4.
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows, rest = divmod(vocab_size, tp_size)
    start = tp_rank * rows + min(tp_rank, rest)
    return start, start + rows + (tp_rank < rest)
