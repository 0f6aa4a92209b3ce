"""The code starts a process and lets go of it.

Why: It runs, so all seems done. But whoever listens to the ranks, or ends them, goes through
self._processes: with an empty list the driver listens to nobody, for ever.

Look: How many processes does self._processes hold when _start returns?
"""


class RankProcesses:
    def _start(self, plan: RankPlan, context: BaseContext) -> None:
        for rank in range(plan.size):
            inherited = self._pipes.not_of(rank) if plan.ctx == "fork" else []
            ends = (self._pipes.theirs[rank], self._pipes.lifeline, inherited)
            process = context.Process(target=rank_main, args=(plan, rank, *ends), daemon=True)
            process.start()
