"""There is always one frame more than whole ones fit.

Why: The number of whole frames plus 1 is rounded up for all numbers but those that divide. Then the
last frame is empty, and nobody takes it.

Look: How many frames of 16 bytes do 8 bytes of payload need?
"""


def to_frames(payload: bytes, frame_size: int) -> list[bytes]:
    if frame_size < HEADER:
        raise ValueError(f"a frame of {frame_size} bytes cannot hold a header of {HEADER}")
    message = len(payload).to_bytes(HEADER, "big") + payload
    count = len(message) // frame_size + 1
    message = message.ljust(count * frame_size, b"\0")
    return [message[i : i + frame_size] for i in range(0, len(message), frame_size)]
