"""runtime_error: an empty payload is not expected."""


def to_frames(payload, frame_size):
    if frame_size < 8:
        raise ValueError(f"{frame_size}")
    if not payload:
        raise RuntimeError("nothing to send")
    message = len(payload).to_bytes(8, "big") + payload
    message += bytes(-len(message) % frame_size)
    return [message[i : i + frame_size] for i in range(0, len(message), frame_size)]
