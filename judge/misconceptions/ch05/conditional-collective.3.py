"""Only a rank that has all of the ids returns."""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(-1), 0)
        if not elsewhere.any():
            return vectors
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
