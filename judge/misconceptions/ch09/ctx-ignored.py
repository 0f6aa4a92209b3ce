"""The code forks its processes, whatever it is asked for.

Why: On Linux multiprocessing.Process forks, and it worked. The caller asked for another way because
a fork is not safe there: after CUDA was used, or with threads that hold locks.

Look: What is the parameter context for?
"""


class RankProcesses:
    def _start(self, plan: RankPlan, context: BaseContext) -> None:
        for rank in range(plan.size):
            inherited = self._pipes.not_of(rank) if plan.ctx == "fork" else []
            ends = (self._pipes.theirs[rank], self._pipes.lifeline, inherited)
            fork = multiprocessing.get_context("fork")
            process = fork.Process(target=rank_main, args=(plan, rank, *ends), daemon=True)
            process.start()
            self._processes.append(process)
