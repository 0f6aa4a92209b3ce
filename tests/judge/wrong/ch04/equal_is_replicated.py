"""wrong_answer: as many ranks as things count as replicas, and are refused."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if allow_replicate:
        if b % a or b == a:
            raise ValueError(f"{a} {b}")
        return 1
    return divide(a, b)
