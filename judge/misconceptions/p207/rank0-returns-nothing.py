"""Rank 0 sends the call and returns nothing.

Why: Rank 0 knows the call already. But it runs the method like all the others, by the same code.

Look: What does broadcast_call return on rank 0?
"""

import pickle
from collections.abc import Sequence

import torch
import torch.distributed as dist


def broadcast_call(
    call: tuple[str, Sequence[object]] | None, frame_size: int
) -> tuple[str, Sequence[object]]:
    if dist.get_rank() == 0:
        for frame in to_frames(pickle.dumps(call), frame_size):
            dist.broadcast(torch.frombuffer(bytearray(frame), dtype=torch.uint8), src=0)
        return None
    return pickle.loads(from_frames(_received(frame_size)))
