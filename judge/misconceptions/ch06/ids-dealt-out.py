"""The logits are put together in turn, one of each rank, like cards.

Why: Gathered one below the other, the ranks are an axis of their own in front, and it has to go.
Moved behind the ids, it makes neighbours of ids that lie on different ranks.

Look: Number the logits by id, and print the first row of what your method returns.
"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        local = self.local_logits(x, last)
        logits = self.group.gather(local, dim=0)
        if logits is None:
            return None
        return (
            logits.reshape(self.tp_size, *local.shape)
            .movedim(0, -1)
            .reshape(len(local), -1)[:, : self.num_embeddings]
        )

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last)
        logits = self.group.all_gather(local, dim=0)
        return (
            logits.reshape(self.tp_size, *local.shape)
            .movedim(0, -1)
            .reshape(len(local), -1)[:, : self.num_embeddings]
        )
