"""The code lets an empty range start past the vocabulary.

Why: Only the end is cut off at the vocabulary. On a rank without ids the start then lies behind the
end, and end - start is negative.

Look: Compute end - start of every rank for 5 ids on 4 ranks.
"""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    _check_rank(tp_rank, tp_size)
    rows = -(-vocab_size // tp_size)
    return tp_rank * rows, min((tp_rank + 1) * rows, vocab_size)
