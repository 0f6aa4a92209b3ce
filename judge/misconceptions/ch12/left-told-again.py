"""The code tells the ranks in every step who has left.

Why: The list self.left is returned and stays as it is. In the next step the ranks take a sequence
away that somebody else has begun in the same slot, or one that is gone already.

Look: What is in self.left after next_step has returned it?
"""


class Scheduler:
    def next_step(self) -> tuple[list[int], list[Job]]:
        joined = []
        while self.waiting and self.free:
            answer, slot = self.waiting.popleft(), heapq.heappop(self.free)
            self.running[slot] = answer
            joined.append(Job(slot, answer.prompt_ids, answer.params))
        return list(self.left), joined
