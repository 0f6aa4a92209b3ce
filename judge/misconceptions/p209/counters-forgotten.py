"""The first slot lies where the counters are.

Why: The buffers are counted from 0, and so are their bytes. Whoever writes into the first slot
then writes over the counters.

Look: What do the bytes 0 to 127 hold, with 2 ranks?
"""


def slot_start(call: int, rank: int, size: int, slot_bytes: int) -> int:
    return (call % NUM_BUFFERS * size + rank) * slot_bytes
