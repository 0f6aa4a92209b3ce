"""wrong_answer: a size of 0 is refused, though it divides"""


def divide(numerator: int, denominator: int) -> int:
    if numerator < 1 or denominator < 1 or numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator // denominator
