"""None is passed on, where every rank should have an answer."""


class ParallelLMHead:
    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.group.gather(self.local_logits(x, last))
        return None if logits is None else logits[:, : self.num_embeddings]

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.forward(x, last)
        return None if logits is None else logits.argmax(dim=-1)
