"""The code returns how many ranks share a thing.

Why: Two numbers come out of more ranks than heads: replicas of a head, and heads of a rank. Each
rank holds one head, however many others hold it too.

Look: What is counted in the docstring's first sentence?
"""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        return divide(b, a)
    return divide(a, b)
