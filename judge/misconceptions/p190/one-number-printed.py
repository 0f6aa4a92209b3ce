"""The message names one of the two numbers, or none.

Why: Whoever writes the check knows both numbers. Whoever reads the message a month later, on a
machine far away, sees only what it prints.

Look: Read your own message as somebody who does not know the model.
"""


def divide(numerator: int, denominator: int) -> int:
    if denominator < 1 or numerator % denominator:
        raise ValueError(f"{numerator} is not divisible by the number of ranks")
    return numerator // denominator
