"""wrong_answer: every child of the driver is ended, also those of others"""


class RankProcesses:
    def _end(self) -> None:
        self._ended = True
        for process in multiprocessing.active_children():
            process.kill()
            process.join()
        self._pipes.close()
        self._directory.cleanup()
