"""The code does not see a call that is the same as the last one as a new call.

Why: A rank that looks at a shared place for work has to know what it has done already, and
comparing with the last call seems to tell. Two equal calls back to back are then one: the ranks do
not hold the same any more, and the next collective waits for ever.

Look: How often does rank 1 run a method that rank 0 calls twice?
"""


def serve(runner: object, group: TPGroup) -> None:
    last = None
    while True:
        call = receive_call(group)
        if call == last:
            continue
        last = method, args = call
        if method is STOP:
            return
        if method is not NOTHING:
            result = getattr(runner, method)(*args)
            if isinstance(result, Iterator):
                deque(result, maxlen=0)
