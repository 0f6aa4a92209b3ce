"""The code acts as if every message names a method.

Why: Messages are calls, so the name goes straight into getattr. An idle rank 0 sends NOTHING once a
second, to notice a dead peer: it is no method.

Look: Which two messages are no calls?
"""


def serve(runner: object, group: TPGroup) -> None:
    while True:
        method, args = receive_call(group)
        if method is STOP:
            return
        result = getattr(runner, method)(*args)
        if isinstance(result, Iterator):
            deque(result, maxlen=0)
