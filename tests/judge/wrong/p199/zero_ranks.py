"""wrong_answer: no ranks at all are a division by zero."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    replicate = allow_replicate and b > a
    whole, part = (b, a) if replicate else (a, b)
    if whole % part:
        raise ValueError(f"{a} cannot be laid out evenly on {b} ranks")
    return 1 if replicate else a // b
