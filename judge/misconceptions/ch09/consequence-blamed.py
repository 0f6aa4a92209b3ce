"""The code takes what is heard first for what happened first.

Why: Messages come in order on one pipe, and there are several. A rank that fails may take a while
to say so; its peers notice the closed connection at once. "Connection closed by peer" sends the
reader to the wrong rank.

Look: Which rank does the error name, and which one failed?
"""


class RankProcesses:
    def _first_cause(self, failure: Failure) -> Failure:
        return failure
