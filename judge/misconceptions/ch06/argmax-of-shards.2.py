"""As a row of its own table."""


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        return self.local_logits(x, last).argmax(dim=-1)
