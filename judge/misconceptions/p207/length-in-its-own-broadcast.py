"""The code sends the length first, in a call of its own.

Why: Then one broadcast of the right size brings all the rest. But a buffer of the right size is
what a fixed buffer is not: in shared memory or in a captured graph it cannot grow.

Look: Print the shape of each tensor that you broadcast.
"""

import pickle
from collections.abc import Sequence

import torch
import torch.distributed as dist


def broadcast_call(
    call: tuple[str, Sequence[object]] | None, frame_size: int
) -> tuple[str, Sequence[object]]:
    payload = pickle.dumps(call) if dist.get_rank() == 0 else b""
    length = torch.tensor([len(payload)])
    dist.broadcast(length, src=0)
    data = torch.empty(int(length), dtype=torch.uint8)
    if dist.get_rank() == 0:
        data = torch.frombuffer(bytearray(payload), dtype=torch.uint8)
    dist.broadcast(data, src=0)
    return pickle.loads(data.numpy().tobytes())
