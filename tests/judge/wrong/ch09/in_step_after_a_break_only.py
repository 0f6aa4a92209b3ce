"""wrong_answer: after a stream that was read to its end, is_in_step stays False"""


class RankZero:
    def stream(self, method, *args):
        self.is_in_step = False
        send_call(self.group, method, args)
        items = getattr(self.runner, method)(*args)
        for item in items:
            try:
                yield item
            except GeneratorExit:
                deque(items, maxlen=0)
                self.is_in_step = True
