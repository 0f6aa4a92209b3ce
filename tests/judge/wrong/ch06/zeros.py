"""wrong_answer: zeros of the right shapes"""


class ParallelLMHead:
    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        return torch.zeros(len(x) if last is None else len(last), len(self.weight))

    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        self.group.gather(self.local_logits(x, last))
        return torch.zeros(len(x) if last is None else len(last), self.num_embeddings)

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        self.group.all_gather(self.local_logits(x, last))
        return torch.zeros(len(x) if last is None else len(last), self.num_embeddings)

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        return torch.zeros(len(x) if last is None else len(last), 2, dtype=torch.float64)

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        return torch.zeros(len(x) if last is None else len(last), dtype=torch.int64)
