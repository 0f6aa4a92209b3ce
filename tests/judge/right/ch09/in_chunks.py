"""Calls in pieces of 64 KiB behind one header; a loop that is written out; exits raised again."""

import io


def send_call(group: TPGroup, method: str | None, args: tuple = ()) -> None:
    if group.size > 1:
        file = io.BytesIO()
        pickle.dump([method, list(args)], file)
        data = torch.tensor(list(file.getvalue()), dtype=torch.uint8)
        group.control.broadcast(torch.tensor([data.numel(), 1 << 16]))
        for piece in data.split(1 << 16):
            group.control.broadcast(piece.clone())


def receive_call(group: TPGroup) -> tuple[str | None, tuple]:
    length, size = group.control.broadcast(torch.zeros(2, dtype=torch.int64)).tolist()
    data = bytearray()
    while len(data) < length:
        piece = torch.zeros(min(size, length - len(data)), dtype=torch.uint8)
        data += group.control.broadcast(piece).numpy().tobytes()
    method, args = pickle.loads(bytes(data))
    return method, tuple(args)


def serve(runner: object, group: TPGroup) -> None:
    method, args = receive_call(group)
    while method is not None:
        if method:
            made = getattr(runner, method)(*args)
            if hasattr(made, "__next__"):
                for _ in made:
                    pass
        method, args = receive_call(group)


class RankZero:
    def stream(self, method: str, *args: object) -> Iterator:
        self.is_in_step = False
        send_call(self.group, method, args)
        items = iter(getattr(self.runner, method)(*args))
        try:
            yield from (item for item in iter(lambda: next(items, STOP), STOP))
        except GeneratorExit:
            for _ in items:
                pass
            self.is_in_step = True
            raise
        self.is_in_step = True
