"""Another way to act on the same belief."""


class RankProcesses:
    def close(self) -> None:
        if not self._ended and self._lock.acquire(blocking=False):
            try:
                self._send(None)
                for process in self._processes:
                    process.join(CLOSE_S)
            finally:
                self._lock.release()
        self._end()

    def _end(self) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        self._pipes.close()
        self._directory.cleanup()
