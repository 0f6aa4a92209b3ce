"""Without a check of replicas either."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    return max(1, a // b)
