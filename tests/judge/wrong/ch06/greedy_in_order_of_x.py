"""wrong_answer: a mask keeps the positions wanted, not their order"""


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        if last is not None:
            wanted = torch.zeros(len(x), dtype=torch.bool)
            wanted[last] = True
            x = x[wanted]
        best = self.group.all_gather(self.local_best(x).unsqueeze(1), dim=1)
        values, ids = best.unbind(dim=-1)
        return ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()
