"""wrong_answer: a single rank returns nothing."""

import pickle

import torch
import torch.distributed as dist


def broadcast_call(call, frame_size):
    if dist.get_world_size() == 1:
        return None
    if dist.get_rank() == 0:
        for frame in to_frames(pickle.dumps(call), frame_size):
            dist.broadcast(torch.frombuffer(bytearray(frame), dtype=torch.uint8), src=0)
        return call
    return pickle.loads(from_frames(_received(frame_size)))
