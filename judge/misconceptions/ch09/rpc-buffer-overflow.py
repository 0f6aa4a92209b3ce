"""The code acts as if a method call always fits the buffer.

Why: A megabyte is much for a name and a few arguments. But a prompt is an argument too: 400,000
token ids are more than a megabyte once they are pickled, and the call fails on the day that
somebody sends a long one.

Look: How many bytes is a pickled list of 400,000 token ids, and who tells the receiver?
"""


def send_call(group: TPGroup, method: str | None, args: tuple = ()) -> None:
    if group.size == 1:
        return
    data = pickle.dumps((method, args))
    buffer = torch.zeros(1 << 20, dtype=torch.uint8)
    buffer[: len(data)] = torch.frombuffer(bytearray(data), dtype=torch.uint8)
    group.control.broadcast(buffer)


def receive_call(group: TPGroup) -> tuple[str | None, tuple]:
    buffer = group.control.broadcast(torch.zeros(1 << 20, dtype=torch.uint8))
    return pickle.loads(buffer.numpy().tobytes())
