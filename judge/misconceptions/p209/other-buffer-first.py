"""Odd calls use buffer 0.

Why: Calls are counted from 1 here, and the first buffer has number 0. Two ranks that disagree
about it look into different memory.

Look: Which buffer does the table give for call 1?
"""


def slot_start(call: int, rank: int, size: int, slot_bytes: int) -> int:
    return size * LINE_BYTES + ((call - 1) % NUM_BUFFERS * size + rank) * slot_bytes
