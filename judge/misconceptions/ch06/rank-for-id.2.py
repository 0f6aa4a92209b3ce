"""Gathered side by side."""


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        best = self.group.all_gather(self.local_best(x, last))
        return best[:, ::2].argmax(dim=1)
