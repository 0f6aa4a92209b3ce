"""An iterator of broadcasts made with iter and a sentinel."""

import io
import json

import torch
import torch.distributed as dist


def to_frames(payload, frame_size):
    if frame_size < 8:
        raise ValueError("a frame has at least 8 bytes, not " + str(frame_size))
    stream = io.BytesIO(len(payload).to_bytes(8, "big") + payload)
    frames = list(iter(lambda: stream.read(frame_size), b""))
    frames[-1] = frames[-1] + bytes(frame_size - len(frames[-1]))
    return frames


def from_frames(frames):
    parts = [next(frames)]
    left = int.from_bytes(parts[0][:8], "big") - (len(parts[0]) - 8)
    total = int.from_bytes(parts[0][:8], "big")
    while left > 0:
        parts.append(next(frames))
        left -= len(parts[-1])
    return b"".join(parts)[8:][:total]


def receive(frame_size):
    frame = torch.empty(frame_size, dtype=torch.uint8)
    dist.broadcast(frame, src=0)
    return bytes(bytearray(frame.numpy()))


def broadcast_call(call, frame_size):
    if dist.get_rank() > 0:
        text = from_frames(iter(lambda: receive(frame_size), None))
        return tuple(json.loads(text.decode()))
    for frame in to_frames(json.dumps(call).encode(), frame_size):
        dist.broadcast(torch.tensor(list(frame), dtype=torch.uint8), src=0)
    return call
