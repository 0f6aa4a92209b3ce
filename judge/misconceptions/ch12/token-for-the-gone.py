"""The code acts as if every token of a step has somebody who wants it.

Why: The slots of the tokens are those that the scheduler gave out. But the ranks compute while the
event loop goes on, and a client may go in that time.

Look: A client disconnects between next_step and deliver: which slots run then?
"""


class Scheduler:
    def deliver(self, tokens: dict[int, int]) -> None:
        for slot, token in tokens.items():
            if self.running[slot].push(token):
                self.release(slot)
