"""The code takes a client that has gone out of the batch only.

Why: Only running answers cost anything now. One that waits is forgotten, and gets a slot later, for
nobody.

Look: Where can an answer be when its client goes?
"""


class Scheduler:
    def drop(self, answers: Sequence[Answer]) -> None:
        for slot in [slot for slot, answer in self.running.items() if answer in answers]:
            self.release(slot)
