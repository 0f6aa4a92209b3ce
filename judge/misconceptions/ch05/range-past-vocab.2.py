"""The end is cut off, the start is not: an empty range begins past the vocabulary."""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = math.ceil(vocab_size / tp_size)
    return tp_rank * rows, min((tp_rank + 1) * rows, vocab_size)
