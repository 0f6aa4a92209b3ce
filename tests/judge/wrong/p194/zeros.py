"""wrong_answer: empty ranges."""


def vocab_range(vocab_size, tp_rank, tp_size):
    return 0, 0


def padded_range(vocab_size, tp_rank, tp_size, multiple):
    return 0, 0, 0
