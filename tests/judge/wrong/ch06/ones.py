"""wrong_answer: ones of the right shapes"""


class ParallelLMHead:
    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        return torch.ones(len(x) if last is None else len(last), len(self.weight))

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        return torch.ones(len(x) if last is None else len(last), 2, dtype=torch.float64)

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        return torch.ones(len(x) if last is None else len(last), dtype=torch.int64)
