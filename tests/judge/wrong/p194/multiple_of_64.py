"""wrong_answer: rows are whole 64s only when 64 is asked for, else whatever fits."""


def padded_range(vocab_size, tp_rank, tp_size, multiple):
    _check_rank(tp_rank, tp_size)
    unit = multiple if multiple in (2, 64) else 1
    rows = -(-vocab_size // (tp_size * unit)) * unit
    start = tp_rank * rows
    return start, start + rows, min(max(vocab_size - start, 0), rows)
