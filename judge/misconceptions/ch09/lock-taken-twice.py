"""The code takes a lock that its own thread holds.

Why: With two threads in mind the lock belongs around all that one of them may do. But _end takes
self._ending itself, and a threading.Lock does not know whose it is: whoever holds it and takes it
again waits for itself.

Look: Which locks does close hold when it calls _end, and which does _end take?
"""


class RankProcesses:
    def close(self) -> None:
        with self._ending:
            if not self._ended and self._lock.acquire(blocking=False):
                self._send(None)
                for process in self._processes:
                    process.join(CLOSE_S)
                self._lock.release()
            self._end()
