"""The code takes the second of two failures for the cause.

Why: The first one heard was a consequence, so the other looks like what caused it. With three ranks
the second may be a consequence too.

Look: Which of three failures is no consequence of another?
"""


class RankProcesses:
    def _first_cause(self, failure: Failure) -> Failure:
        others = set(range(len(self._processes))) - {failure.rank}
        deadline = time.monotonic() + GRACE_S
        while failure.is_consequence and others and (left := deadline - time.monotonic()) > 0:
            self._wait(others, left)
            time.sleep(0.1)  # all are there by then, so that it is always the same one
            for rank in sorted(others):
                message = self._poll(rank)
                if message and message[0] == "failed":
                    others.remove(rank)
                    return message[1]
        return failure
