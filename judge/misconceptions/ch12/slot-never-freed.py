"""The code lets an answer that has ended keep its slot.

Why: The answer takes the token by push, and its result looks like something to ignore. After
max_batch answers nobody can join any more.

Look: What does push return, and who must hear of it?
"""


class Scheduler:
    def deliver(self, tokens: dict[int, int]) -> None:
        for slot, token in tokens.items():
            if slot in self.running:
                self.running[slot].push(token)
