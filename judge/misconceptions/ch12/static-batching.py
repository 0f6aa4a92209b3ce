"""The code runs a batch to its end before others join.

Why: Padding one batch, running it and taking the next is how a script works. A service that does so
lets a short answer wait for the longest one of the batch before it.

Look: Somebody waits and a slot is free. Does anything else have to hold?
"""


class Scheduler:
    def next_step(self) -> tuple[list[int], list[Job]]:
        joined = []
        if not self.running:
            while self.waiting and self.free:
                answer, slot = self.waiting.popleft(), heapq.heappop(self.free)
                self.running[slot] = answer
                joined.append(Job(slot, answer.prompt_ids, answer.params))
        left, self.left = self.left, []
        return left, joined
