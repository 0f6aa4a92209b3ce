"""wrong_answer: the refusal does not say which numbers"""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a > 0 and b % a == 0:
        return 1
    if b < 1 or a % b:
        raise ValueError("does not divide")
    return a // b
