"""wrong_answer: forward_all gives the first answer again"""


class ParallelLMHead:
    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.group.all_gather(self.local_logits(x, last))
        if not hasattr(self, "first"):
            self.first = logits[:, : self.num_embeddings]
        return self.first
