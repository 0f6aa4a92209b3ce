"""wrong_answer: the rank's error becomes another"""


class RankProcesses:
    def _first_cause(self, failure: Failure) -> Failure:
        return Failure(failure.rank, RankError(f"rank {failure.rank}: {failure.error}"))
