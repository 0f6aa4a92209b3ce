"""deadlock: is_in_step is True after a stream that raised: close sends to ranks that are gone"""


class RankZero:
    def stream(self, method, *args):
        self.is_in_step = False
        send_call(self.group, method, args)
        items = getattr(self.runner, method)(*args)
        try:
            for item in items:
                try:
                    yield item
                except GeneratorExit:
                    deque(items, maxlen=0)
        finally:
            self.is_in_step = True
