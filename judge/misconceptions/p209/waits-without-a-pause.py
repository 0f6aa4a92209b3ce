"""The loop that waits never calls pause.

Why: Looking again at once is the quickest. With more ranks than cores the one that is waited for
cannot run, because this one keeps the core.

Look: Who runs on this core while the loop goes round?
"""


def wait_for_all(counters, call, pause) -> None:
    for rank in range(counters.size):
        for _ in range(10_000):
            if counters.read(rank) >= call:
                break
