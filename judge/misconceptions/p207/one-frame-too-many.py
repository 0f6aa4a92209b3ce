"""The code counts one frame more than the message fills.

Why: Length // frame size + 1 is the number of frames for most lengths. Where header and payload
fill their frames to the last byte, it is one too many: to_frames makes an empty last frame, and
from_frames waits for a frame that never comes.

Look: How many frames of 16 bytes do a header of 8 bytes and a payload of 8 bytes fill?
"""


def to_frames(payload: bytes, frame_size: int) -> list[bytes]:
    if frame_size < HEADER:
        raise ValueError(f"a frame of {frame_size} bytes cannot hold a header of {HEADER}")
    message = len(payload).to_bytes(HEADER, "big") + payload
    count = len(message) // frame_size + 1
    message = message.ljust(count * frame_size, b"\0")
    return [message[i : i + frame_size] for i in range(0, len(message), frame_size)]
