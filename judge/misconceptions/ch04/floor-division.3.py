"""Whatever comes out, 0 too."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    return a // b
