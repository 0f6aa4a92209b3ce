"""The code lets each rank send the tensor once.

Why: The tensor goes in once and the sum comes out once, so its own size seems to be the answer. The
ring sends each part twice, as a partial sum and as a finished one, but for the parts a rank need
not send.

Look: Work out by hand what a rank sends with 2 ranks, and with 4.
"""


def ring_bytes(num_bytes: int, tp_size: int) -> float:
    if tp_size < 1:
        raise ValueError(f"there are no {num_bytes} bytes to share among {tp_size} ranks")
    return float(num_bytes)
