"""The code takes a lock and never gives it back.

Why: After the end there are no calls, so nobody seems to need the lock. A thread that calls a
closed engine takes it all the same, before it can read that the ranks have ended, and waits for
ever.

Look: Which line releases what self._lock.acquire(blocking=False) took?
"""


class RankProcesses:
    def close(self) -> None:
        if not self._ended and self._lock.acquire(blocking=False):
            self._send(None)
            for process in self._processes:
                process.join(CLOSE_S)
        self._end()
