"""The code rounds down what does not divide.

Why: Floor division always gives a number. What is left over belongs to no rank.

Look: Multiply the answer for 10 and 4 by 4.
"""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        return 1
    return a // b
