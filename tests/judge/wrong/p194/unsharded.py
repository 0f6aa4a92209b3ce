"""wrong_answer: every rank owns everything."""


def vocab_range(vocab_size, tp_rank, tp_size):
    return 0, vocab_size


def padded_range(vocab_size, tp_rank, tp_size, multiple):
    return 0, vocab_size, vocab_size
