"""The receiver reads one frame."""

from collections.abc import Iterator


def from_frames(frames: Iterator[bytes]) -> bytes:
    message = next(frames)
    length = HEADER + int.from_bytes(message[:HEADER], "big")
    return message[HEADER:length]
