"""contract_violation: the driver's ends of the pipes stay open."""


class RankProcesses:
    def _end(self):
        self._ended = True
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        self._directory.cleanup()
