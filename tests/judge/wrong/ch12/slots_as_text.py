"""wrong_answer: slot 10 comes before slot 2"""


class Scheduler:
    def next_step(self) -> tuple[list[int], list[Job]]:
        joined = []
        while self.waiting and self.free:
            slot = min(self.free, key=str)
            self.free.remove(slot)
            answer = self.waiting.popleft()
            self.running[slot] = answer
            joined.append(Job(slot, answer.prompt_ids, answer.params))
        left, self.left = self.left, []
        return left, joined
