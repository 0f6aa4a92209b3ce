"""wrong_answer: a transposed copy of the first table is kept"""


class ParallelLMHead:
    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        if not hasattr(self, "cached"):
            self.cached = self.weight.T.clone()
        return (x if last is None else x[last]) @ self.cached
