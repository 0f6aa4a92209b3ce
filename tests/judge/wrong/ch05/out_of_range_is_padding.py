"""wrong_answer: an id of a padding row is taken for one of the vocabulary"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.min() < 0 or ids.max() >= len(self.weight) * self.tp_size:
            raise IndexError("no such id")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return (ids - self.vocab_start).masked_fill(elsewhere, 0), elsewhere
