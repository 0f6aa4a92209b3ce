"""wrong_answer: the method arrives, the arguments do not"""


def receive_call(group: TPGroup) -> tuple[str | None, tuple]:
    length = group.control.broadcast(torch.zeros(1, dtype=torch.int64))
    data = group.control.broadcast(torch.empty(int(length), dtype=torch.uint8))
    return pickle.loads(data.numpy().tobytes())[0], ()
