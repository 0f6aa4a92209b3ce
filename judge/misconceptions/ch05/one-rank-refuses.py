"""Only one rank raises the error for an id that does not exist.

Why: The last rank owns the end of the vocabulary, so it seems to be its business. The other ranks
go on to the all-reduce and wait there for a rank that has left.

Look: Which ranks raise for an id just past the vocabulary?
"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        last = self.tp_rank == self.tp_size - 1
        if ids.numel() and last and (ids.min() < 0 or ids.max() >= self.num_embeddings):
            raise IndexError(f"ids up to {ids.max()}, the vocabulary is {self.num_embeddings}")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return (ids - self.vocab_start).masked_fill(elsewhere, 0), elsewhere
