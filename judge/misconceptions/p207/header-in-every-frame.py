"""The code begins every frame with a length.

Why: Each frame then tells by itself how much it holds. The layout of the page has one length, at
the very beginning: the other frames are all payload.

Look: Which byte of the payload is the first of frame 1?
"""

from collections.abc import Iterator


def to_frames(payload: bytes, frame_size: int) -> list[bytes]:
    if frame_size < HEADER:
        raise ValueError(f"a frame of {frame_size} bytes cannot hold a header of {HEADER}")
    room = max(1, frame_size - HEADER)
    parts = [payload[i : i + room] for i in range(0, max(1, len(payload)), room)]
    left = [len(payload) - i * room for i in range(len(parts))]
    made = [n.to_bytes(HEADER, "big") + part for n, part in zip(left, parts, strict=True)]
    return [frame.ljust(frame_size, b"\0") for frame in made]


def from_frames(frames: Iterator[bytes]) -> bytes:
    frame = next(frames)
    left = int.from_bytes(frame[:HEADER], "big")
    payload = frame[HEADER : HEADER + left]
    while len(payload) < left:
        payload += next(frames)[HEADER : HEADER + left - len(payload)]
    return payload
