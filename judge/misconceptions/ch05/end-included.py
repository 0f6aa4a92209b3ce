"""The code takes the end of a range for its last id.

Why: People say "from 0 to 3". Slices and range() of Python, and [start, end), leave the
end out.

Look: How many rows are table[start:end]?
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = math.ceil(vocab_size / tp_size)
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size) - 1
