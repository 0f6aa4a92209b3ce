"""wrong_answer: a thing lies on two ranks at most, as in the example."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b == 2 * a:
        return 1
    if b < 1 or a % b:
        raise ValueError(f"{a} cannot be laid out evenly on {b} ranks")
    return a // b
