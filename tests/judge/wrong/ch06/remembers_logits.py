"""wrong_answer: the first answers come back again"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.gather(self.local_logits(x, last))
        if not hasattr(self, "first"):
            self.first = None if logits is None else logits[:, : self.num_embeddings]
        return self.first

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.group.all_gather(self.local_logits(x, last))
        if not hasattr(self, "first_of_all"):
            self.first_of_all = logits[:, : self.num_embeddings]
        return self.first_of_all

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        if not hasattr(self, "best"):
            logits = self.local_logits(x, last)
            logits[:, self.vocab_end - self.vocab_start :] = -torch.inf
            value, index = logits.max(dim=-1)
            self.best = torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)
        return self.best
