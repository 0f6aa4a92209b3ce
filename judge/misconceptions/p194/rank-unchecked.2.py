"""Refuses a rank that is too large, not a negative one."""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    if tp_rank >= tp_size:
        raise ValueError(f"there is no rank {tp_rank} among {tp_size}")
    rows = -(-vocab_size // tp_size)
    return min(tp_rank * rows, vocab_size), min((tp_rank + 1) * rows, vocab_size)
