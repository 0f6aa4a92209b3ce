"""Rank 0's best ids are given to all."""


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        return self.group.broadcast(self.local_best(x, last))[:, 1].long()
