"""A bytearray that grows; the same on all ranks; pickled parts."""

import pickle

import torch
import torch.distributed as dist


def to_frames(payload, frame_size):
    if frame_size < 8:
        raise ValueError(f"{frame_size} bytes hold no length")
    size = 8 + len(payload)
    count = (size + frame_size - 1) // frame_size
    message = bytearray(count * frame_size)
    message[:8] = len(payload).to_bytes(8, byteorder="big")
    message[8:size] = payload
    return [bytes(message[i * frame_size : (i + 1) * frame_size]) for i in range(count)]


def from_frames(frames):
    collected = bytearray()
    wanted = 8
    while len(collected) < wanted:
        collected.extend(next(frames))
        wanted = 8 + int.from_bytes(collected[:8], "big")
    return bytes(collected[8:wanted])


def broadcast_call(call, frame_size):
    buffer = torch.zeros(frame_size, dtype=torch.uint8)
    if dist.get_rank() == 0:
        for frame in to_frames(pickle.dumps(tuple(call)), frame_size):
            buffer.copy_(torch.frombuffer(bytearray(frame), dtype=torch.uint8))
            dist.broadcast(buffer, src=0, async_op=True).wait()
        return call[0], list(call[1])
    got = bytearray()
    while len(got) < 8 or len(got) < 8 + int.from_bytes(got[:8], "big"):
        dist.broadcast(buffer, src=0, async_op=True).wait()
        got += buffer.numpy().tobytes()
    return pickle.loads(got[8:])
