"""The code gives each rank one head whenever there are more ranks than heads.

Why: Every rank holds one whole head either way. When the heads do not divide the ranks, some heads
have more replicas than others, and the query heads no longer match them.

Look: How many ranks would hold each of 8 heads, with 12 ranks?
"""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate and b > a:
        return 1
    return divide(a, b)
