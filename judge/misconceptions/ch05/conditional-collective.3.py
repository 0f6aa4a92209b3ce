"""Only rank 0 calls it."""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(-1), 0)
        if self.tp_rank == 0 and self.tp_size > 1:
            vectors = self.group.all_reduce(vectors)
        return vectors
