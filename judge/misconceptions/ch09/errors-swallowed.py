"""The code acts as if a rank survives an error in a method.

Why: A server goes on after a bad request, so the loop catches what a method raises. But the method
was in the middle of its collectives: the next call meets peers that are somewhere else.

Look: Which collective does a rank make next that caught an error, and which do its peers?
"""


def serve(runner: object, group: TPGroup) -> None:
    while True:
        method, args = receive_call(group)
        if method is STOP:
            return
        if method is not NOTHING:
            try:
                result = getattr(runner, method)(*args)
                if isinstance(result, Iterator):
                    deque(result, maxlen=0)
            except Exception:
                continue
