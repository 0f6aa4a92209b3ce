"""Looks again and again whether the ranks have left."""


class RankProcesses:
    def close(self) -> None:
        is_idle = self._lock.acquire(blocking=False)
        if is_idle:
            if not self._ended:
                self._send(None)
                until = time.monotonic() + CLOSE_S
                while time.monotonic() < until and any(p.is_alive() for p in self._processes):
                    time.sleep(0.01)
            self._lock.release()
        self._end()
