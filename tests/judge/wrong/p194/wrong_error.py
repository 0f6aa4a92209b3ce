"""wrong_answer: an IndexError for a rank that is not there."""


def vocab_range(vocab_size, tp_rank, tp_size):
    if not 0 <= tp_rank < tp_size:
        raise IndexError(f"{tp_rank} {tp_size}")
    rows = -(-vocab_size // tp_size)
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)


def padded_range(vocab_size, tp_rank, tp_size, multiple):
    if not 0 <= tp_rank < tp_size:
        raise IndexError(f"{tp_rank} {tp_size}")
    rows = -(-vocab_size // (tp_size * multiple)) * multiple
    start = tp_rank * rows
    return start, start + rows, min(max(vocab_size - start, 0), rows)
