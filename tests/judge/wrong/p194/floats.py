"""wrong_answer: the ends are floats where they are whole."""


def vocab_range(vocab_size, tp_rank, tp_size):
    _check_rank(tp_rank, tp_size)
    if vocab_size % tp_size == 0:
        return tp_rank * vocab_size / tp_size, (tp_rank + 1) * vocab_size / tp_size
    rows = -(-vocab_size // tp_size)
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)
