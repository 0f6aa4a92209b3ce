"""And are thrown away on the others."""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.all_gather(self.local_logits(x, last))[:, : self.num_embeddings]
        return logits if self.tp_rank == 0 else None
