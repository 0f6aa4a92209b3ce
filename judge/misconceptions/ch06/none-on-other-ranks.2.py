"""Only the best of each rank are gathered."""


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        best = self.group.gather(self.local_best(x, last).unsqueeze(1), dim=1)
        if best is None:
            return None
        values, ids = best.unbind(dim=-1)
        return ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()
