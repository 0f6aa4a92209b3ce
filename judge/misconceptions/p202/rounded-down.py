"""A part is rounded down to whole bytes.

Why: Half a byte cannot be sent, so floor division looks right. This is an estimate: what is lost in
each part adds up, and a tensor smaller than the number of ranks would cost nothing.

Look: Work out 7 bytes on 3 ranks with and without rounding.
"""


def ring_bytes(num_bytes: int, tp_size: int) -> float:
    if tp_size < 1:
        raise ValueError(f"there are no {num_bytes} bytes to share among {tp_size} ranks")
    return 2 * (tp_size - 1) * (num_bytes // tp_size)
