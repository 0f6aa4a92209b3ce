"""wrong_answer: more ranks than things are replicas, allowed or not."""


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if b > a:
        divide(b, a)
        return 1
    return divide(a, b)
