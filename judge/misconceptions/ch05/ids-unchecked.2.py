"""Only ids that are too large are refused."""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.numel() and ids.max() >= self.num_embeddings:
            raise IndexError(f"ids up to {ids.max()}, the vocabulary is {self.num_embeddings}")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return (ids - self.vocab_start).masked_fill(elsewhere, 0), elsewhere
