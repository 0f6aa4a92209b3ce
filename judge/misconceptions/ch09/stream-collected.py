"""The code acts as if a stream is a list that one can iterate over.

Why: The reader gets the same items in the same order. It gets the first when the last is made: text
that should appear word by word appears all at once.

Look: How many items are made when the reader has the first?
"""


class RankZero:
    def stream(self, method: str, *args: object) -> Iterator:
        self.is_in_step = False
        send_call(self.group, method, args)
        items = iter(list(getattr(self.runner, method)(*args)))
        for item in items:
            try:
                yield item
            except GeneratorExit:
                deque(items, maxlen=0)
        self.is_in_step = True
