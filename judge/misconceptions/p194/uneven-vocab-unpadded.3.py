"""The rest is spread over the first ranks, one id each."""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    _check_rank(tp_rank, tp_size)
    rows, rest = divmod(vocab_size, tp_size)
    start = tp_rank * rows + min(tp_rank, rest)
    return start, start + rows + (tp_rank < rest)
