"""The code rounds up what does not divide.

Why: Rounding up loses nothing, and the vocabulary is cut so. Heads and neurons are not: 14 heads on
4 ranks would be 16.

Look: Multiply the result by the number of ranks. Is it the whole?
"""


def divide(numerator: int, denominator: int) -> int:
    if denominator < 1:
        raise ValueError(f"{numerator} is not divisible by {denominator}")
    return -(-numerator // denominator)
