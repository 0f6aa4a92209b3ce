"""With an axis for the ranks at the end."""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        local = self.local_logits(x, last)
        logits = self.group.gather(local.unsqueeze(-1))
        if logits is None:
            return None
        return logits.reshape(len(local), -1)[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last)
        logits = self.group.all_gather(local.unsqueeze(-1))
        return logits.reshape(len(local), -1)[:, : self.num_embeddings]
