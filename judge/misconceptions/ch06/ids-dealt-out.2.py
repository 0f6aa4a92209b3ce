"""With an axis for the ranks in front."""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        local = self.local_logits(x, last)
        logits = self.group.gather(local.unsqueeze(0), dim=0)
        if logits is None:
            return None
        return logits.movedim(0, -1).reshape(len(local), -1)[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last)
        logits = self.group.all_gather(local.unsqueeze(0), dim=0)
        return logits.movedim(0, -1).reshape(len(local), -1)[:, : self.num_embeddings]
