"""The code acts as if the other ranks know what to work on.

Why: Their runners have seen every call so far, so the name of the method seems enough. The prompts
of this call arrived at rank 0 only: what a method needs has to travel with it.

Look: With which arguments does rank 1 run the method?
"""


class RankZero:
    def call(self, method: str, *args: object) -> object:
        self.is_in_step = False
        send_call(self.group, method)
        result = getattr(self.runner, method)(*args)
        self.is_in_step = True
        return result

    def stream(self, method: str, *args: object) -> Iterator:
        self.is_in_step = False
        send_call(self.group, method)
        items = getattr(self.runner, method)(*args)
        for item in items:
            try:
                yield item
            except GeneratorExit:
                deque(items, maxlen=0)
        self.is_in_step = True
