"""The code kills the ranks and does nothing else.

Why: Afterwards no rank runs, which is what close is for. A rank that is killed writes nothing more:
what it printed and did not flush is lost, and so is what its runner would have saved.

Look: How do idle ranks learn that they may leave, and with which code do they exit?
"""


class RankProcesses:
    def close(self) -> None:
        self._end()
