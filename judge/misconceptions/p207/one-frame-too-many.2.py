"""The receiver waits for it."""

from collections.abc import Iterator


def from_frames(frames: Iterator[bytes]) -> bytes:
    message = next(frames)
    length = HEADER + int.from_bytes(message[:HEADER], "big")
    for _ in range(length // len(message)):
        message += next(frames)
    return message[HEADER:length]
