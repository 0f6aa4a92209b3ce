"""And gets back the sum."""


def ring_bytes(num_bytes: int, tp_size: int) -> float:
    if tp_size < 1:
        raise ValueError(f"there are no {num_bytes} bytes to share among {tp_size} ranks")
    return 2 * (tp_size - 1) * float(num_bytes)
