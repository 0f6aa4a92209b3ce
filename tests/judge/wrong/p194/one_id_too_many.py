"""wrong_answer: a vocabulary that divides gets a row more on each rank."""


def vocab_range(vocab_size, tp_rank, tp_size):
    _check_rank(tp_rank, tp_size)
    rows = vocab_size // tp_size + 1
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)
