"""The all-reduce works on a copy, and the copy is thrown away.

Why: An all_reduce may work in place, so its result looks optional. Called on a temporary such as
x.clone() or x.contiguous(), it changes only that.

Look: Which variable holds the sum after the call, and which one is returned?
"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(-1), 0)
        if self.tp_size > 1:
            self.group.all_reduce(vectors.clone())
        return vectors
