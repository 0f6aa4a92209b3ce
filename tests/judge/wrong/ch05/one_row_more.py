"""wrong_answer: one row more than the floor, also where the vocabulary divides"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = vocab_size // tp_size + 1
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)
