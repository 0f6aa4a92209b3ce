"""wrong_answer: the numerator, whatever the denominator is."""


def divide(numerator, denominator):
    return numerator
