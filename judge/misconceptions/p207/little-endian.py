"""The code puts the length's least significant byte first.

Why: That is how most processors keep it, and both ends agree as long as both are yours. The page's
layout has the most significant byte first.

Look: Which of the 8 bytes is 3 for a payload of 3 bytes?
"""

from collections.abc import Iterator


def to_frames(payload: bytes, frame_size: int) -> list[bytes]:
    if frame_size < HEADER:
        raise ValueError(f"a frame of {frame_size} bytes cannot hold a header of {HEADER}")
    message = len(payload).to_bytes(HEADER, "little") + payload
    message += bytes(-len(message) % frame_size)
    return [message[i : i + frame_size] for i in range(0, len(message), frame_size)]


def from_frames(frames: Iterator[bytes]) -> bytes:
    message = next(frames)
    length = HEADER + int.from_bytes(message[:HEADER], "little")
    while len(message) < length:
        message += next(frames)
    return message[HEADER:length]
