"""wrong_answer: the refusal does not say which numbers"""


def divide(numerator: int, denominator: int) -> int:
    if denominator < 1 or numerator % denominator:
        raise ValueError("not divisible")
    return numerator // denominator
