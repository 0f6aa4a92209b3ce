"""Only the first half of the ring is counted.

Why: After tp_size - 1 steps all numbers have been added, so the work looks done. But each rank has
the sum of one part only. The finished parts must still go round.

Look: Which parts of the sum does rank 0 have after the reduce-scatter?
"""


def ring_bytes(num_bytes: int, tp_size: int) -> float:
    if tp_size < 1:
        raise ValueError(f"there are no {num_bytes} bytes to share among {tp_size} ranks")
    return (tp_size - 1) * num_bytes / tp_size
