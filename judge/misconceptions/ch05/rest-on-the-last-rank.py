"""The code gives the last rank all ids that are left over.

Why: A floor division gives every rank a whole number of ids, and somebody has to take the rest.
Here every rank takes a full part until the ids run out, and the table is equally tall on each.

Look: Write down the widths of all ranks for 7 ids on 4. How tall is the last rank's table?
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = vocab_size // tp_size
    end = vocab_size if tp_rank == tp_size - 1 else (tp_rank + 1) * rows
    return tp_rank * rows, end
