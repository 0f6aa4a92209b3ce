"""wrong_answer: frames below 8 bytes are not refused."""


def to_frames(payload, frame_size):
    message = len(payload).to_bytes(8, "big") + payload
    message += bytes(-len(message) % frame_size)
    return [message[i : i + frame_size] for i in range(0, len(message), frame_size)]
