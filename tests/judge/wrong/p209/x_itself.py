"""wrong_answer: every rank gets its own numbers."""


class OneShotAllReduce:
    def all_reduce(self, x):
        if x.nbytes > self.slot_bytes:
            raise ValueError(f"{x.nbytes} {self.slot_bytes}")
        return x.clone()
