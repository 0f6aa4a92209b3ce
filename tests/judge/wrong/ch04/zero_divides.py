"""wrong_answer: nothing on no rank is a ZeroDivisionError."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        if b % a:
            raise ValueError(f"{a} on {b}")
        return 1
    if a % b:
        raise ValueError(f"{a} on {b}")
    return a // b
