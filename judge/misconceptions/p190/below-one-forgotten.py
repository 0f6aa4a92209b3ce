"""Only the remainder is looked at.

Why: A number of ranks is never 0 in a test. From a configuration it can be, and then the error is a
ZeroDivisionError, or a negative size that fails much later.

Look: Try a denominator of 0, and one of -2.
"""


def divide(numerator: int, denominator: int) -> int:
    if numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator // denominator
