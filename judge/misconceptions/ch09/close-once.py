"""The code acts as if an engine is closed once.

Why: A with statement calls it at its end, and that is once. A user who closes an engine early calls
it again there, and so may two threads: the second time there is nothing left to talk to.

Look: What does the second call send to, and through what?
"""


class RankProcesses:
    def close(self) -> None:
        self._send(None)
        for process in self._processes:
            process.join(CLOSE_S)
        self._end()
