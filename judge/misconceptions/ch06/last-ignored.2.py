"""Not passed on by the other methods."""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.gather(self.local_logits(x))
        return None if logits is None else logits[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.group.all_gather(self.local_logits(x))
        return logits[:, : self.num_embeddings]

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x)
        logits[:, self.vocab_end - self.vocab_start :] = -torch.inf
        value, index = logits.max(dim=-1)
        return torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        best = self.local_best(x).unsqueeze(1)
        values, ids = self.group.all_gather(best, dim=1).unbind(dim=-1)
        return ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()
