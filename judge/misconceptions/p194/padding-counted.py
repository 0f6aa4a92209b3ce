"""The code counts padding rows as real.

Why: They are rows like the others. Nobody trained them: their logits are 0, which may be the
highest of all.

Look: Add up the real rows of all ranks. Is it the vocabulary?
"""


def padded_range(
    vocab_size: int, tp_rank: int, tp_size: int, multiple: int
) -> tuple[int, int, int]:
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // (tp_size * multiple)) * multiple
    start = tp_rank * rows
    return start, start + rows, rows
