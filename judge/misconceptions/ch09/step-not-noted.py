"""The code acts as if the ranks were where they had been before an error.

Why: The exception reaches the caller, and rank 0 could go on. The others have left their loop or
stand in a collective: whoever says goodbye to them waits for ever.

Look: What does is_in_step say after a call that raised?
"""


class RankZero:
    def call(self, method: str, *args: object) -> object:
        send_call(self.group, method, args)
        result = getattr(self.runner, method)(*args)
        self.is_in_step = True
        return result
