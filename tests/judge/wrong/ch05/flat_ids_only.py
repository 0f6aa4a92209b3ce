"""runtime_error: a list of ids is taken for granted"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        (num_ids,) = ids.shape
        if ids.min() < 0 or ids.max() >= self.num_embeddings:
            raise IndexError("no such id")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return (ids - self.vocab_start).masked_fill(elsewhere, 0), elsewhere
