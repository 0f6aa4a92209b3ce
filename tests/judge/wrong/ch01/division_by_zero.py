"""wrong_answer: refuses 10 / 4, but not 4 / 0 and 6 / -2"""


def divide(numerator: int, denominator: int) -> int:
    if numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator // denominator
