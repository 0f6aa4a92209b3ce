"""With more ranks than things the code always returns 1.

Why: Each rank gets one thing, that much is right. When 8 things lie on 12 ranks, some are held
twice and some once, and the work of the ranks no longer matches.

Look: How many ranks hold each of 8 things on 12 ranks?
"""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        return 1
    if b < 1 or a % b:
        raise ValueError(f"{a} cannot be laid out evenly on {b} ranks")
    return a // b
