"""wrong_answer: the number of ranks is taken to be 2."""


def slot_start(call, rank, size, slot_bytes):
    return 2 * LINE_BYTES + (call % NUM_BUFFERS * 2 + rank) * slot_bytes
