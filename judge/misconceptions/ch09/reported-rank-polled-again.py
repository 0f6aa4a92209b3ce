"""The code listens again to a rank that has reported.

Why: The loop goes over the others until one tells of a cause, and to ask a rank twice looks
harmless. A rank that has told its failure ends. Asked again, it reads as one that died without a
word: a failure that is no consequence, and so looks like the cause.

Look: What does self._poll give for a rank whose failure you have read already?
"""


class RankProcesses:
    def _first_cause(self, failure: Failure) -> Failure:
        others = set(range(len(self._processes))) - {failure.rank}
        deadline = time.monotonic() + GRACE_S
        while failure.is_consequence and others and (left := deadline - time.monotonic()) > 0:
            self._wait(others, left)
            for rank in sorted(others):
                message = self._poll(rank)
                if message and message[0] == "failed" and not message[1].is_consequence:
                    return message[1]
        return failure
