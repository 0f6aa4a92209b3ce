"""The code refuses a payload that is larger than a frame.

Why: An error is better than lost bytes. But the call is a fair one: it wants more frames.

Look: What should happen to a payload of 100 bytes in frames of 16?
"""


def to_frames(payload: bytes, frame_size: int) -> list[bytes]:
    if frame_size < HEADER or len(payload) > frame_size - HEADER:
        raise ValueError(f"{len(payload)} bytes do not fit a frame of {frame_size}")
    return [(len(payload).to_bytes(HEADER, "big") + payload).ljust(frame_size, b"\0")]
