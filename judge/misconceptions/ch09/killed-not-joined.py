"""A process that was killed is gone.

Why: It runs no more. But the kernel keeps its entry until the parent asks how it ended: a server
that starts and ends engines collects dead entries until no process can be started.

Look: What does ps show of a rank after the end, and which call asks how it ended?
"""


class RankProcesses:
    def _end(self) -> None:
        self._ended = True
        for process in self._processes:
            process.kill()
        self._pipes.close()
        self._directory.cleanup()
