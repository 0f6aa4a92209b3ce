"""The code acts as if every rank tells in the end how it failed.

Why: A rank that raises says so, and one that dies is noticed. One that hangs says nothing: a driver
that waits for it hangs as well.

Look: How long does your loop wait for a rank that says nothing?
"""


class RankProcesses:
    def _first_cause(self, failure: Failure) -> Failure:
        others = set(range(len(self._processes))) - {failure.rank}
        while failure.is_consequence and others:
            self._wait(others)
            for rank in sorted(others):
                message = self._poll(rank)
                if message and message[0] == "failed":
                    others.remove(rank)
                    if not message[1].is_consequence:
                        return message[1]
        return failure
