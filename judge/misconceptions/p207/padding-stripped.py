"""The code finds the end of the payload by its zeros.

Why: Zeros fill the last frame, so stripping them seems to undo that. A payload may end with zeros
of its own, and these go with them.

Look: Join the frames of a payload whose last byte is 0.
"""

from collections.abc import Iterator


def from_frames(frames: Iterator[bytes]) -> bytes:
    message = next(frames)
    length = HEADER + int.from_bytes(message[:HEADER], "big")
    while len(message) < length:
        message += next(frames)
    return message[HEADER:].rstrip(b"\0")
