"""Another way to act on the same belief."""


class RankProcesses:
    def _first_cause(self, failure: Failure) -> Failure:
        others = set(range(len(self._processes)))
        deadline = time.monotonic() + GRACE_S
        while failure.is_consequence and others and (left := deadline - time.monotonic()) > 0:
            self._wait(others, left)
            for rank in sorted(others):
                message = self._poll(rank)
                if message and message[0] == "failed" and not message[1].is_consequence:
                    return message[1]
        return failure
