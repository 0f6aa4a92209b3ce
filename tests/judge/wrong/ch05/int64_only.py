"""runtime_error: ids of another type are refused"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if ids.dtype is not torch.int64:
            raise TypeError("ids must be int64")
        if ids.min() < 0 or ids.max() >= self.num_embeddings:
            raise IndexError("no such id")
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return (ids - self.vocab_start).masked_fill(elsewhere, 0), elsewhere
