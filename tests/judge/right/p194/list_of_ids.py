"""Ids handed out rank by rank."""


def vocab_range(vocab_size, tp_rank, tp_size):
    if tp_rank not in range(tp_size):
        raise ValueError(f"rank {tp_rank} of {tp_size}")
    room = (vocab_size + tp_size - 1) // tp_size
    mine = [i for i in range(vocab_size) if i // room == tp_rank]
    return (mine[0], mine[-1] + 1) if mine else (vocab_size, vocab_size)


def padded_range(vocab_size, tp_rank, tp_size, multiple):
    if tp_rank not in range(tp_size):
        raise ValueError(f"rank {tp_rank} of {tp_size}")
    rows = 0
    while rows * tp_size < vocab_size:
        rows += multiple
    real = len(range(tp_rank * rows, min((tp_rank + 1) * rows, vocab_size)))
    return tp_rank * rows, (tp_rank + 1) * rows, real
