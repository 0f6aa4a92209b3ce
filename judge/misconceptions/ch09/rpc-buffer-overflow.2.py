"""Another way to act on the same belief."""


def send_call(group: TPGroup, method: str | None, args: tuple = ()) -> None:
    if group.size == 1:
        return
    data = pickle.dumps((method, args))[: 1 << 20]
    group.control.broadcast(torch.tensor([len(data)]))
    group.control.broadcast(torch.frombuffer(bytearray(data), dtype=torch.uint8))
