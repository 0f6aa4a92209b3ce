"""A rank that does not exist gets a range.

Why: A rank comes from the group and is right. From a configuration or a loop it may be one too
many, and the arithmetic answers all the same.

Look: What does your code answer for rank 4 of 4, and for rank -1?
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = -(-vocab_size // tp_size)
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    rows = -(-vocab_size // (tp_size * multiple)) * multiple
    start = tp_rank * rows
    return start, start + rows, min(max(vocab_size - start, 0), rows)
