"""The padded rows are those of a vocabulary counted in multiples."""


def vocab_range(vocab_size, tp_rank, tp_size):
    _known(tp_rank, tp_size)
    rows, rest = divmod(vocab_size, tp_size)
    rows += rest > 0
    ids = range(vocab_size)[tp_rank * rows : (tp_rank + 1) * rows]
    return ids.start, ids.stop


def padded_range(vocab_size, tp_rank, tp_size, multiple):
    _known(tp_rank, tp_size)
    pieces = -(vocab_size // -multiple)
    rows = -(pieces // -tp_size) * multiple
    owned = range(vocab_size)[tp_rank * rows : (tp_rank + 1) * rows]
    return tp_rank * rows, tp_rank * rows + rows, len(owned)


def _known(tp_rank, tp_size):
    if tp_rank < 0 or tp_rank > tp_size - 1:
        raise ValueError(f"{tp_rank} is no rank of {tp_size}")
