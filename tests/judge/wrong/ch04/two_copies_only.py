"""wrong_answer: a thing lies on two ranks at most, as in the example."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        if b != 2 * a:
            raise ValueError(f"{a} on {b}")
        return 1
    return divide(a, b)
