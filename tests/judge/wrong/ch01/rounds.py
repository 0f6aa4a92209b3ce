"""wrong_answer: a constant"""


def divide(numerator: int, denominator: int) -> int:
    return 1536
