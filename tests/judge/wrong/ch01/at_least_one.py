"""wrong_answer: fewer than one for each rank becomes one, and is not refused"""


def divide(numerator: int, denominator: int) -> int:
    if 0 < numerator < denominator:
        return 1
    if denominator < 1 or numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator // denominator
