"""wrong_answer: an assertion is no ValueError"""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a > 0 and b % a == 0:
        return 1
    assert b > 0 and a % b == 0, f"{a} and {b}"
    return a // b
