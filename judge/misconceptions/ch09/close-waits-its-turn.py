"""The code lets closing wait for its turn as a call does.

Why: Calls take turns by the lock, and close looks like one more. Whoever is in the middle of a
stream holds the lock until the stream is read to its end, and nobody reads it any more.

Look: Who holds the lock when close is called inside the loop over a stream?
"""


class RankProcesses:
    def close(self) -> None:
        with self._lock:
            if not self._ended:
                self._send(None)
                for process in self._processes:
                    process.join(CLOSE_S)
        self._end()
