"""The code acts as if a temporary directory goes away by itself.

Why: Its name says so. It goes when its object is collected, which may be at the end of the program
or, where an error holds on to it, never.

Look: What lies in the directory of temporary files after close?
"""


class RankProcesses:
    def _end(self) -> None:
        self._ended = True
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        self._pipes.close()
