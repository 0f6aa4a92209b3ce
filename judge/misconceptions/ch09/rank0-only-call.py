"""The code lets rank 0 alone do the work that it is asked for.

Why: The request arrives at rank 0, and the runner is there. But a layer's all-reduce waits for
every rank: each call has to run on all of them at once.

Look: In which method does rank 1 wait while rank 0 waits in the all-reduce?
"""


class RankZero:
    def call(self, method: str, *args: object) -> object:
        self.is_in_step = False
        result = getattr(self.runner, method)(*args)
        self.is_in_step = True
        return result

    def stream(self, method: str, *args: object) -> Iterator:
        self.is_in_step = False
        items = getattr(self.runner, method)(*args)
        for item in items:
            try:
                yield item
            except GeneratorExit:
                deque(items, maxlen=0)
        self.is_in_step = True
