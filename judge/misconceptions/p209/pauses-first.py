"""There is a pause before the first look.

Why: Somebody is nearly always missing. When nobody is, the pause gives a core away for nothing,
at each call.

Look: How often is pause called when all are there?
"""


def wait_for_all(counters, call, pause) -> None:
    pause()
    for rank in range(counters.size):
        while counters.read(rank) < call:
            pause()
