"""The code sends calls where the tensors travel.

Why: The method group.broadcast is at hand and reaches the same ranks. With gloo it works. With NCCL
it takes tensors on the GPU only, and a call would wait behind all the work that is queued there.

Look: Which group does group.control name, and on which device are the bytes of a call?
"""


def send_call(group: TPGroup, method: str | None, args: tuple = ()) -> None:
    if group.size == 1:
        return
    data = pickle.dumps((method, args))
    group.broadcast(torch.tensor([len(data)]))
    group.broadcast(torch.frombuffer(bytearray(data), dtype=torch.uint8))


def receive_call(group: TPGroup) -> tuple[str | None, tuple]:
    length = group.broadcast(torch.zeros(1, dtype=torch.int64))
    data = group.broadcast(torch.empty(int(length), dtype=torch.uint8))
    return pickle.loads(data.numpy().tobytes())
