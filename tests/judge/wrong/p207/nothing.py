"""wrong_answer: no frames, no payload, no call."""


def to_frames(payload, frame_size):
    return []


def from_frames(frames):
    return b""


def broadcast_call(call, frame_size):
    return ("exit", [])
