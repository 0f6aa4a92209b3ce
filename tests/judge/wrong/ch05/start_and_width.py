"""wrong_answer: a start and a width"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = math.ceil(vocab_size / tp_size)
    start = min(tp_rank * rows, vocab_size)
    return start, min(rows, vocab_size - start)
