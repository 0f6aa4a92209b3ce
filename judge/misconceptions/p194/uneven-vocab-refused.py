"""The code refuses a vocabulary that does not divide.

Why: Heads and neurons must divide, and one check for everything is simple. Real vocabularies are
any numbers, and the last ranks may own fewer ids.

Look: Try 10 ids on 3 ranks by hand.
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    _check_rank(tp_rank, tp_size)
    if vocab_size % tp_size:
        raise ValueError(f"{vocab_size} is not divisible by {tp_size}")
    rows = vocab_size // tp_size
    return tp_rank * rows, (tp_rank + 1) * rows
