"""With more ranks than things the code returns how many ranks share one.

Why: Both numbers come out of the same division. The question is how many things one rank holds, and
a rank that shares a thing still holds one.

Look: How many KV heads lie on each rank for 8 heads on 16 ranks?
"""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        a, b = b, a
    if b < 1 or a % b:
        raise ValueError(f"{a} and {b} do not divide evenly")
    return a // b
