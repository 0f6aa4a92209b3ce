"""The code rounds down what does not divide.

Why: Floor division always gives a number. What is left over belongs to no rank, and the model is
wrong without an error.

Look: Add up what all ranks hold of 10 things on 4 ranks.
"""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        divide(b, a)
        return 1
    return max(1, a // b)
