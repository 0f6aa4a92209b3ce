"""Not every rank takes part in the collective.

Why: Only rank 0 gets an answer, or a rank has no id to offer, so it looks as if the others could
leave early. A collective is a meeting: it waits for every rank of the group.

Look: Which line does each rank stand at?
"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        if self.tp_rank != 0:
            return None
        return self.group.gather(self.local_logits(x, last))[:, : self.num_embeddings]
