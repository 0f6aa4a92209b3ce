"""wrong_answer: every slot begins at 0."""


def slot_start(call: int, rank: int, size: int, slot_bytes: int) -> int:
    return 0
