"""idle_limit: the lock is taken and not given back"""


class RankProcesses:
    def close(self) -> None:
        if not self._ended and self._lock.acquire(blocking=False):
            self._send(None)
            for process in self._processes:
                process.join(CLOSE_S)
        self._end()
