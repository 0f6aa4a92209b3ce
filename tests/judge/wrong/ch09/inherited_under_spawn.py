"""wrong_answer: a spawned rank is sent the pipe ends of others too"""


class RankProcesses:
    def _start(self, plan: RankPlan, context: BaseContext) -> None:
        for rank in range(plan.size):
            inherited = self._pipes.not_of(rank)
            ends = (self._pipes.theirs[rank], self._pipes.lifeline, inherited)
            process = context.Process(target=rank_main, args=(plan, rank, *ends), daemon=True)
            process.start()
            self._processes.append(process)
