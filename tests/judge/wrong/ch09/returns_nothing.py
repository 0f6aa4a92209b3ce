"""wrong_answer: the result of a call is dropped"""


class RankZero:
    def call(self, method: str, *args: object) -> object:
        self.is_in_step = False
        send_call(self.group, method, args)
        getattr(self.runner, method)(*args)
        self.is_in_step = True
