"""Bad input is met with assert.

Why: An assert is one short line. It is for what can never happen, python -O drops it, and callers
that wait for a ValueError miss it.

Look: Which type of error does the docstring name?
"""


def divide(numerator: int, denominator: int) -> int:
    assert denominator > 0, f"{numerator} is not divisible by {denominator}"
    assert numerator % denominator == 0, f"{numerator} is not divisible by {denominator}"
    return numerator // denominator
