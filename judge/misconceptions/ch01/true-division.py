"""A size is divided with / and becomes a float.

Why: In Python 16 / 4 is 4.0, which compares equal to 4. But a shape or a slice needs an int.

Look: Ask Python for type(16 / 4).
"""


def divide(numerator: int, denominator: int) -> int:
    if denominator < 1 or numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator / denominator
