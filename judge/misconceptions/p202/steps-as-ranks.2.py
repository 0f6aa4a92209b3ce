"""A single rank sends to itself."""


def ring_bytes(num_bytes: int, tp_size: int) -> float:
    if tp_size < 1:
        raise ValueError(f"there are no {num_bytes} bytes to share among {tp_size} ranks")
    return 2.0 * num_bytes
