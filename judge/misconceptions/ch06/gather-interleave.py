"""The gathered logits are put together along the wrong dimension.

Why: Gathered along dimension 0, the rows of rank 0 come first, then those of rank 1. With a single
position a reshape puts that right; with more it mixes up positions and ids.

Look: Number the logits by position and id, gather those of 2 positions, and print the shape and
the first row.
"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        local = self.local_logits(x, last)
        logits = self.group.gather(local, dim=0)
        return None if logits is None else logits.reshape(len(local), -1)[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last)
        logits = self.group.all_gather(local, dim=0)
        return logits.reshape(len(local), -1)[:, : self.num_embeddings]
