"""wrong_answer: only vocab_range refuses a rank."""


def padded_range(vocab_size, tp_rank, tp_size, multiple):
    rows = -(-vocab_size // (tp_size * multiple)) * multiple
    start = tp_rank * rows
    return start, start + rows, min(max(vocab_size - start, 0), rows)
