"""The code acts as if who stops reading stops the stream.

Why: A generator ends where its reader leaves it, on this rank. The others run the method to its
end, and their next collective waits for rank 0.

Look: What does rank 1 do while the reader has left the loop?
"""


class RankZero:
    def stream(self, method: str, *args: object) -> Iterator:
        self.is_in_step = False
        send_call(self.group, method, args)
        items = getattr(self.runner, method)(*args)
        yield from items
        self.is_in_step = True
