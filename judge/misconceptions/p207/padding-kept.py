"""The zeros behind the payload are kept.

Why: They are harmless to some readers. But the payload is exactly as long as its length says.

Look: Compare the number of bytes of your result with the length in the first frame.
"""

from collections.abc import Iterator


def from_frames(frames: Iterator[bytes]) -> bytes:
    message = next(frames)
    length = HEADER + int.from_bytes(message[:HEADER], "big")
    while len(message) < length:
        message += next(frames)
    return message[HEADER:]
