"""wrong_answer: of those who wait, one joins in each step"""


class Scheduler:
    def next_step(self) -> tuple[list[int], list[Job]]:
        joined = []
        if self.waiting and self.free:
            answer, slot = self.waiting.popleft(), heapq.heappop(self.free)
            self.running[slot] = answer
            joined.append(Job(slot, answer.prompt_ids, answer.params))
        left, self.left = self.left, []
        return left, joined
