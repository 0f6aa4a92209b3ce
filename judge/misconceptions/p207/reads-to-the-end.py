"""All frames that come are taken.

Why: Joining everything is one line. The frames behind this payload belong to the next call, or
never come, and then the receiver waits for ever.

Look: How many frames has the iterator left after your call?
"""

from collections.abc import Iterator


def from_frames(frames: Iterator[bytes]) -> bytes:
    message = b"".join(frames)
    length = HEADER + int.from_bytes(message[:HEADER], "big")
    return message[HEADER:length]
