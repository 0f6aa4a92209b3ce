"""Ctrl-C is enough, for it reaches the ranks too."""


class RankProcesses:
    def _end(self) -> None:
        import os
        import signal

        self._ended = True
        for process in self._processes:
            if process.is_alive():
                os.kill(process.pid, signal.SIGINT)
        for process in self._processes:
            process.join(0.2)
        self._pipes.close()
        self._directory.cleanup()
