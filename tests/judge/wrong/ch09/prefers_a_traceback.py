"""wrong_answer: a rank that died without a word is no cause, as long as another told of an error"""


class RankProcesses:
    def _first_cause(self, failure: Failure) -> Failure:
        others = set(range(len(self._processes))) - {failure.rank}
        deadline = time.monotonic() + GRACE_S
        while others and (left := deadline - time.monotonic()) > 0:
            if failure.text and not failure.is_consequence:
                return failure
            self._wait(others, left)
            for rank in sorted(others):
                message = self._poll(rank)
                if message and message[0] == "failed":
                    others.remove(rank)
                    if message[1].text and (failure.is_consequence or not failure.text):
                        failure = message[1]
        return failure
