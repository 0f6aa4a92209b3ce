"""The code takes a client that has gone out of the queue only.

Why: Dropping somebody from a queue is what one thinks of first. An answer that runs goes on to
max_tokens for nobody, in a slot that others wait for.

Look: Where can an answer be when its client goes?
"""


class Scheduler:
    def drop(self, answers: Sequence[Answer]) -> None:
        self.waiting = deque(answer for answer in self.waiting if answer not in answers)
