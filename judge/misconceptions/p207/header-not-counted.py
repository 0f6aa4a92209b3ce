"""The receiver counts frames by the payload's length alone.

Why: The length says how many bytes the payload has. The 8 bytes of the length lie in front of it
and take their part of the frames.

Look: How many frames of 16 bytes do 10 bytes of payload need?
"""

from collections.abc import Iterator


def from_frames(frames: Iterator[bytes]) -> bytes:
    message = next(frames)
    length = int.from_bytes(message[:HEADER], "big")
    while len(message) < length:
        message += next(frames)
    return message[HEADER : HEADER + length]
