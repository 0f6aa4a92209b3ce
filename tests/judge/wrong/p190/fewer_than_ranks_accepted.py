"""wrong_answer: a numerator below the denominator gives 0."""


def divide(numerator, denominator):
    if denominator < 1 or (numerator > denominator and numerator % denominator):
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator // denominator
