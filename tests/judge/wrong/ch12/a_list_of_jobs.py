"""contract_violation: next_step returns the jobs alone"""


class Scheduler:
    def next_step(self) -> list[Job]:
        joined = []
        while self.waiting and self.free:
            answer, slot = self.waiting.popleft(), heapq.heappop(self.free)
            self.running[slot] = answer
            joined.append(Job(slot, answer.prompt_ids, answer.params))
        return joined
