"""A call is taken to fit one frame.

Why: The calls that one tries do: a method's name and a few numbers. A prompt of 400,000 tokens does
not, and what lies behind the end of the frame is cut off.

Look: How many bytes has the payload, and how many of them are in your frames?
"""


def to_frames(payload: bytes, frame_size: int) -> list[bytes]:
    if frame_size < HEADER:
        raise ValueError(f"a frame of {frame_size} bytes cannot hold a header of {HEADER}")
    message = len(payload).to_bytes(HEADER, "big") + payload
    return [message[:frame_size].ljust(frame_size, b"\0")]
