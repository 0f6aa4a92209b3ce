"""Reshaped to rows of the vocabulary."""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.gather(self.local_logits(x, last), dim=0)
        return None if logits is None else logits.reshape(-1, self.num_embeddings)

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.group.all_gather(self.local_logits(x, last), dim=0)
        return logits.reshape(-1, self.num_embeddings)
