"""wrong_answer: the processes are no daemons"""


class RankProcesses:
    def _start(self, plan: RankPlan, context: BaseContext) -> None:
        for rank in range(plan.size):
            inherited = self._pipes.not_of(rank) if plan.ctx == "fork" else []
            ends = (self._pipes.theirs[rank], self._pipes.lifeline, inherited)
            process = context.Process(target=rank_main, args=(plan, rank, *ends))
            process.start()
            self._processes.append(process)
