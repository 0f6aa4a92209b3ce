"""Rows of ids from elsewhere are clamped to the nearest row that the rank has."""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.numel() and (ids.min() < 0 or ids.max() >= self.num_embeddings):
            raise IndexError(f"ids up to {ids.max()}, the vocabulary is {self.num_embeddings}")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return (ids - self.vocab_start).clamp(0, len(self.weight) - 1), elsewhere

    def forward(self, ids: Tensor) -> Tensor:
        rows, _ = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
