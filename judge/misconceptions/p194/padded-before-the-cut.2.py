"""The multiple is forgotten."""


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // tp_size)
    start = tp_rank * rows
    return start, start + rows, min(max(vocab_size - start, 0), rows)
