"""wrong_answer: two bytes are read of the length."""


def from_frames(frames):
    message = next(frames)
    length = 8 + int.from_bytes(message[6:8], "big")
    while len(message) < length:
        message += next(frames)
    return message[8:length]
