"""wrong_answer: the first ids are given again"""


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        best = self.group.all_gather(self.local_best(x, last).unsqueeze(1), dim=1)
        values, ids = best.unbind(dim=-1)
        if not hasattr(self, "ids"):
            self.ids = ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()
        return self.ids
