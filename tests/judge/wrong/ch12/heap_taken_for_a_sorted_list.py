"""wrong_answer: the first of the heap is taken, and the heap is one no more"""


class Scheduler:
    def next_step(self) -> tuple[list[int], list[Job]]:
        joined = []
        while self.waiting and self.free:
            answer, slot = self.waiting.popleft(), self.free.pop(0)
            self.running[slot] = answer
            joined.append(Job(slot, answer.prompt_ids, answer.params))
        left, self.left = self.left, []
        return left, joined
