"""The code acts as if ranks end when nobody needs them any more.

Why: Children seem to go with their parent. They do not: a rank goes on until it is ended, or
notices that its driver is gone because the other end of a pipe was closed. That end is closed only
when every process that holds it has closed it. And a dead child stays in the table until it is
joined.

Look: Who else holds an end of the lifeline after a fork, who still runs after the end, and who was
joined?
"""


class RankProcesses:
    def _start(self, plan: RankPlan, context: BaseContext) -> None:
        for rank in range(plan.size):
            ends = (self._pipes.theirs[rank], self._pipes.lifeline, [])
            process = context.Process(target=rank_main, args=(plan, rank, *ends), daemon=True)
            process.start()
            self._processes.append(process)
