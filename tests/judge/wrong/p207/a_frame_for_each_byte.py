"""contract_violation: right calls, a broadcast for each byte."""

import json

import torch
import torch.distributed as dist


def broadcast_call(call, frame_size):
    got = b""
    data = json.dumps(call).encode() + b"\n" if dist.get_rank() == 0 else b""
    while not got.endswith(b"\n"):
        frame = torch.zeros(frame_size, dtype=torch.uint8)
        if data:
            frame[0] = data[len(got)]
        dist.broadcast(frame, src=0)
        got += bytes([int(frame[0])])
        if len(got) > 5000:
            return None
    method, args = json.loads(got)
    return method, args
