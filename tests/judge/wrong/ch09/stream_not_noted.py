"""wrong_answer: in a stream is_in_step stays True: close would wait for ranks that have failed."""


class RankZero:
    def stream(self, method, *args):
        send_call(self.group, method, args)
        items = getattr(self.runner, method)(*args)
        for item in items:
            try:
                yield item
            except GeneratorExit:
                deque(items, maxlen=0)
