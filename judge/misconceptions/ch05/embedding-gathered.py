"""The vectors of the ranks are gathered side by side instead of added.

Why: The table is cut, so its pieces seem to belong side by side. It is cut by ids, not by the
numbers of a vector: each rank has whole vectors, or zeros.

Look: Print the shape of what comes back. How long is a vector?
"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(-1), 0)
        return self.group.all_gather(vectors) if self.tp_size > 1 else vectors
