"""The code acts as if arguments are what JSON can write.

Why: Names and token ids go through JSON, and it cannot run foreign code. But a tuple comes back as
a list, and sampling parameters, bytes or a tensor do not go through at all. The ranks are our own
processes: they trust each other.

Look: What does a tuple become on the way, and what a tensor?
"""

import json


def send_call(group: TPGroup, method: str | None, args: tuple = ()) -> None:
    if group.size == 1:
        return
    data = json.dumps([method, args]).encode()
    group.control.broadcast(torch.tensor([len(data)]))
    group.control.broadcast(torch.frombuffer(bytearray(data), dtype=torch.uint8))


def receive_call(group: TPGroup) -> tuple[str | None, tuple]:
    length = group.control.broadcast(torch.zeros(1, dtype=torch.int64))
    data = group.control.broadcast(torch.empty(int(length), dtype=torch.uint8))
    method, args = json.loads(data.numpy().tobytes())
    return method, tuple(args)
