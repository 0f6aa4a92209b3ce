"""wrong_answer: is_in_step becomes False only when a call raises"""


class RankZero:
    def call(self, method, *args):
        try:
            send_call(self.group, method, args)
            return getattr(self.runner, method)(*args)
        except BaseException:
            self.is_in_step = False
            raise
