"""Each rank's two slots lie side by side.

Why: A rank has two slots, so that is one way to lay them out. Here a buffer is one piece of
memory, with a slot for each rank.

Look: What lies right behind rank 0's slot of buffer 0?
"""


def slot_start(call: int, rank: int, size: int, slot_bytes: int) -> int:
    return size * LINE_BYTES + (rank * NUM_BUFFERS + call % NUM_BUFFERS) * slot_bytes
