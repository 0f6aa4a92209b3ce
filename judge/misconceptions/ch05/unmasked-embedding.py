"""The vectors of ids from elsewhere are not set to zero before the sum.

Why: Such ids are sent to some row of the table so that the lookup works, and a lookup that works
looks done. That row is a real vector, and the sum adds one for every rank that does not own the id.

Look: Subtract the expected vectors from yours. Which rows of the table are left?
"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, _ = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
