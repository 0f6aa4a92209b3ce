"""Divides as floats and cuts the fraction off."""


def divide(numerator: int, denominator: int) -> int:
    if denominator < 1 or numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return int(numerator / denominator)
