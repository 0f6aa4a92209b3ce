"""wrong_answer: the length is left out."""


def to_frames(payload, frame_size):
    if frame_size < 8:
        raise ValueError(f"{frame_size}")
    payload += bytes(-len(payload) % frame_size)
    return [payload[i : i + frame_size] for i in range(0, len(payload), frame_size)]
