"""wrong_answer: the answer is a float."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        divide(b, a)
        return 1
    divide(a, b)
    return a / b
