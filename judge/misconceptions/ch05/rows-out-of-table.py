"""The rows of ids from elsewhere point outside the table.

Why: Their vectors are set to zero later, so their rows look harmless. The lookup comes first, and
it raises an error or reads from the end of the table for a negative row.

Look: Print the rows for all ids on rank 1, and the number of rows of its table.
"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.numel() and (ids.min() < 0 or ids.max() >= self.num_embeddings):
            raise IndexError(f"ids up to {ids.max()}, the vocabulary is {self.num_embeddings}")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return ids - self.vocab_start, elsewhere
