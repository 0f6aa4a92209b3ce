"""Only rank 0 makes the broadcasts.

Why: Rank 0 is the one that has something to send. A broadcast is made by all ranks: the others
receive by the same call.

Look: Which line runs on rank 1 while rank 0 is in broadcast?
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
    return call
