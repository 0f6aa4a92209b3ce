"""The code calls what the process is to run.

Why: The argument target=rank_main(...) reads like the call that the process will make. Python makes
it first, in the driver, to find out what to pass: the driver becomes rank 0, and ends with it.

Look: In which process does rank_main run?
"""


class RankProcesses:
    def _start(self, plan: RankPlan, context: BaseContext) -> None:
        for rank in range(plan.size):
            inherited = self._pipes.not_of(rank) if plan.ctx == "fork" else []
            ends = (self._pipes.theirs[rank], self._pipes.lifeline, inherited)
            process = context.Process(target=rank_main(plan, rank, *ends), daemon=True)
            process.start()
            self._processes.append(process)
