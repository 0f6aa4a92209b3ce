"""The code acts as if nobody called an engine after closing it.

Why: After the end there is nothing to call, so nothing seems to need saying. A server thread that
holds the engine calls it all the same, and should be told plainly.

Look: Which attribute says that the ranks have ended, and who sets it?
"""


class RankProcesses:
    def _end(self) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        self._pipes.close()
        self._directory.cleanup()
