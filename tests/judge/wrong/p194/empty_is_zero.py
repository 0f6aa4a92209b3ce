"""wrong_answer: an empty range is (0, 0)."""


def vocab_range(vocab_size, tp_rank, tp_size):
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // tp_size)
    if tp_rank * rows >= vocab_size:
        return 0, 0
    return tp_rank * rows, min((tp_rank + 1) * rows, vocab_size)
