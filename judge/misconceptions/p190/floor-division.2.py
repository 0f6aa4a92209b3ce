"""Refuses a denominator below 1 and nothing else."""


def divide(numerator: int, denominator: int) -> int:
    if denominator < 1:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return numerator // denominator
