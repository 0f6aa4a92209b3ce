"""The last rank takes all that is left."""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    _check_rank(tp_rank, tp_size)
    rows = vocab_size // tp_size
    end = vocab_size if tp_rank == tp_size - 1 else (tp_rank + 1) * rows
    return tp_rank * rows, end
