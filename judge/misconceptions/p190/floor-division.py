"""The code rounds down what does not divide.

Why: Floor division always gives an answer, and a test with 16 heads on 4 ranks sees nothing wrong.
With 14 heads on 4 ranks two heads belong to nobody.

Look: Multiply the result by the number of ranks. Is it the whole?
"""


def divide(numerator: int, denominator: int) -> int:
    return numerator // denominator
