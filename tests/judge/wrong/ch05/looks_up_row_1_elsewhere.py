"""wrong_answer: an id of another rank becomes 1, which a table of one row does not have"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.min() < 0 or ids.max() >= self.num_embeddings:
            raise IndexError("no such id")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return (ids - self.vocab_start).masked_fill(elsewhere, 1), elsewhere
