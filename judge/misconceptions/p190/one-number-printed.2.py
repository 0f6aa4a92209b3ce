"""Prints no number."""


def divide(numerator: int, denominator: int) -> int:
    if denominator < 1 or numerator % denominator:
        raise ValueError("sizes are not divisible")
    return numerator // denominator
