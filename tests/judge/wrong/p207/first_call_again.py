"""wrong_answer: every call is the first one."""

import pickle
from functools import cache

import torch
import torch.distributed as dist


@cache
def kept():
    return {}


def broadcast_call(call, frame_size):
    if dist.get_rank() == 0:
        for frame in to_frames(pickle.dumps(call), frame_size):
            dist.broadcast(torch.frombuffer(bytearray(frame), dtype=torch.uint8), src=0)
        return call
    made = pickle.loads(from_frames(_received(frame_size)))
    return kept().setdefault(frame_size, made)
