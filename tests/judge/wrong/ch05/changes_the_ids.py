"""contract_violation: the ids are shifted in place"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.min() < 0 or ids.max() >= self.num_embeddings:
            raise IndexError("no such id")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        ids -= self.vocab_start
        ids[elsewhere] = 0
        return ids, elsewhere
