"""The rows of the local table are looked up by ids of the whole vocabulary.

Why: On rank 0 an id is the number of its row. On rank r row 0 is the vector of the first id that
the rank owns.

Look: On rank 1, which row holds the vector of the id vocab_start?
"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.numel() and (ids.min() < 0 or ids.max() >= self.num_embeddings):
            raise IndexError(f"ids up to {ids.max()}, the vocabulary is {self.num_embeddings}")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return ids.masked_fill(elsewhere, 0), elsewhere
