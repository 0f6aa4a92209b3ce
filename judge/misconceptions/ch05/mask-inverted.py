"""The code makes the mask True for the ids that the rank owns.

Why: The word mask says nothing about which side is kept. Here it is called elsewhere: True where
the id belongs to another rank.

Look: Which vectors does your forward keep on rank 0?
"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.numel() and (ids.min() < 0 or ids.max() >= self.num_embeddings):
            raise IndexError(f"ids up to {ids.max()}, the vocabulary is {self.num_embeddings}")
        here = (ids >= self.vocab_start) & (ids < self.vocab_end)
        return (ids - self.vocab_start).masked_fill(~here, 0), here
