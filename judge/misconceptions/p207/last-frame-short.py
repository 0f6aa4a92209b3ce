"""The code makes the last frame only as long as what is left.

Why: Why send zeros. But a receiver has one buffer, and a broadcast of another size does not fit it.

Look: Print the length of each frame.
"""


def to_frames(payload: bytes, frame_size: int) -> list[bytes]:
    if frame_size < HEADER:
        raise ValueError(f"a frame of {frame_size} bytes cannot hold a header of {HEADER}")
    message = len(payload).to_bytes(HEADER, "big") + payload
    return [message[i : i + frame_size] for i in range(0, len(message), frame_size)]
