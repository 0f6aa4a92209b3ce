"""The end follows the start, so that the range is empty but elsewhere."""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // tp_size)
    start = tp_rank * rows
    return start, max(start, min(start + rows, vocab_size))
