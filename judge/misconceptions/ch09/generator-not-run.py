"""The code acts as if calling a generator runs it.

Why: Calling any other function does. Calling a generator function only makes the generator: its
first line runs when the first item is asked for. Rank 0 reads its items, the others do not, and its
first collective waits for them.

Look: What has rank 1 done when the method has returned?
"""


def serve(runner: object, group: TPGroup) -> None:
    while True:
        method, args = receive_call(group)
        if method is STOP:
            return
        if method is not NOTHING:
            getattr(runner, method)(*args)
