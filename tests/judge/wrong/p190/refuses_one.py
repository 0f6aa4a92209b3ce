"""wrong_answer: a single rank is refused."""


def divide(numerator, denominator):
    if denominator <= 1 or numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator // denominator
