"""The code sends calls on a lone rank too.

Why: One path for every size looks simpler. There is nobody to receive the call, and a group of one
process may have no control group: then the first call fails.

Look: What has a group of size 1 to offer as control?
"""


def send_call(group: TPGroup, method: str | None, args: tuple = ()) -> None:
    data = pickle.dumps((method, args))
    group.control.broadcast(torch.tensor([len(data)]))
    group.control.broadcast(torch.frombuffer(bytearray(data), dtype=torch.uint8))
