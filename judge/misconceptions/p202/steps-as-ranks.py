"""The code gives each half of the ring as many steps as there are ranks.

Why: There are tp_size parts, one for each step. But a rank starts with its own numbers, so the
first of them needs no step: a ring of 2 ranks is through after one.

Look: Draw the ring for 2 ranks and count the arrows of rank 0.
"""


def ring_bytes(num_bytes: int, tp_size: int) -> float:
    if tp_size < 1:
        raise ValueError(f"there are no {num_bytes} bytes to share among {tp_size} ranks")
    return 2 * tp_size * num_bytes / tp_size if tp_size > 1 else 0.0
