"""wrong_answer: only the last rank can be empty, as in the example."""


def vocab_range(vocab_size, tp_rank, tp_size):
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // tp_size)
    start = tp_rank * rows
    if tp_rank == tp_size - 1:
        start = min(start, vocab_size)
    return start, min((tp_rank + 1) * rows, vocab_size)
