"""A counter must equal the number of the call.

Why: Equal counters look like a meeting. A fast rank may be one call ahead already, and its
counter never goes back.

Look: The counter is 6 and you wait for call 5. How long?
"""


def wait_for_all(counters, call, pause) -> None:
    for rank in range(counters.size):
        while counters.read(rank) != call:
            pause()
