"""A range begins or ends past the vocabulary.

Why: Each rank has ceil(V / tp) rows, so it seems to own as many ids, and to begin where as many for
each rank before it end. Rows past the vocabulary are padding: there is no id for them.

Look: Print the ranges of all ranks for 5 ids on 4 ranks. Which numbers are larger than 5?
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = math.ceil(vocab_size / tp_size)
    return tp_rank * rows, (tp_rank + 1) * rows
