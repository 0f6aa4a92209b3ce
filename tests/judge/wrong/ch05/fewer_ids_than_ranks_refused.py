"""wrong_answer: a vocabulary smaller than the group is refused"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    if vocab_size < tp_size:
        raise ValueError(f"{vocab_size} ids are too few for {tp_size} ranks")
    rows = math.ceil(vocab_size / tp_size)
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)
