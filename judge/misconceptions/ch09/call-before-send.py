"""The code runs the call on rank 0 first, and sends it to the others then.

Why: Rank 0 runs the method and then tells the others, as one reports what is done. Its first
collective waits for ranks that have not been told yet. A method that changes its arguments makes
the others work on what is left of them.

Look: Which of the two lines must come first?
"""


class RankZero:
    def call(self, method: str, *args: object) -> object:
        self.is_in_step = False
        result = getattr(self.runner, method)(*args)
        send_call(self.group, method, args)
        self.is_in_step = True
        return result
