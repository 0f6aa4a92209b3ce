"""The code returns the quotient as a float.

Why: The numbers divide, so / looks the same as //. In Python 16 / 2 is 8.0, which no shape and no
slice accepts, and large numbers are rounded.

Look: Print the result and its type.
"""


def divide(numerator: int, denominator: int) -> float:
    if denominator < 1 or numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator / denominator
