"""The vectors are all-reduced twice.

Why: The first all-reduce makes the result complete on every rank. A second one, added to be safe,
adds up as many complete results as there are ranks.

Look: Divide your result by the expected one, and count the calls.
"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(-1), 0)
        if self.tp_size == 1:
            return vectors
        return self.group.all_reduce(self.group.all_reduce(vectors))
