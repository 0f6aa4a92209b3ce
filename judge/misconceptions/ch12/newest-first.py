"""The code serves the answer that came last first.

Why: The pop of a list or a deque takes from the end, which looks like the head of a queue.

Look: Which end of the queue has waited longest?
"""


class Scheduler:
    def next_step(self) -> tuple[list[int], list[Job]]:
        joined = []
        while self.waiting and self.free:
            answer, slot = self.waiting.pop(), heapq.heappop(self.free)
            self.running[slot] = answer
            joined.append(Job(slot, answer.prompt_ids, answer.params))
        left, self.left = self.left, []
        return left, joined
