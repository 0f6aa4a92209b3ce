"""The end is cut off and never lies below the start."""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = math.ceil(vocab_size / tp_size)
    start = tp_rank * rows
    return start, max(start, min(start + rows, vocab_size))
