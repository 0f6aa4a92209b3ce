"""The code refuses a vocabulary that does not divide.

Why: The linear layers refuse such sizes, and the same check comes to mind. Real vocabularies are
odd numbers, and the last ranks may hold fewer rows.

Look: What would 10 ids on 3 ranks look like, with as many on each rank as it takes?
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    if vocab_size % tp_size:
        raise ValueError(f"{vocab_size} is not divisible by {tp_size}")
    rows = vocab_size // tp_size
    return tp_rank * rows, (tp_rank + 1) * rows
