"""The parameter is a slice of the checkpoint's table, which stays in memory.

Why: Setting param.data to a slice saves a copy. The slice points into the memory of the whole
table and keeps all of it alive, on every rank.

Look: Compare param.untyped_storage().nbytes() with the bytes of the parameter's own numbers.
"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        rows = loaded_weight[self.vocab_start : self.vocab_end]
        if len(rows) == len(param):
            param.data = rows.to(param.dtype)
        else:
            param.data[: len(rows)] = rows
            param.data[len(rows) :] = 0
