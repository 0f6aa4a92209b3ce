"""wrong_answer: ranges of floats"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = float(math.ceil(vocab_size / tp_size))
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)
