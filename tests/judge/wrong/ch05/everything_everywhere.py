"""wrong_answer: every rank owns the whole vocabulary"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    return 0, vocab_size
