"""deadlock: a rank leaves after its first call"""


def serve(runner: object, group: TPGroup) -> None:
    method, args = receive_call(group)
    if method is not STOP and method is not NOTHING:
        result = getattr(runner, method)(*args)
        if isinstance(result, Iterator):
            deque(result, maxlen=0)
