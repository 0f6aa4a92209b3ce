"""wrong_answer: forward gives the first answer again"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.gather(self.local_logits(x, last))
        if not hasattr(self, "first"):
            self.first = None if logits is None else logits[:, : self.num_embeddings]
        return self.first
