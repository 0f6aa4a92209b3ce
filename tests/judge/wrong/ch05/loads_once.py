"""wrong_answer: a second load is ignored"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        if hasattr(self, "loaded"):
            return
        self.loaded = True
        rows = loaded_weight[self.vocab_start : self.vocab_end]
        param.data[: len(rows)] = rows
        param.data[len(rows) :] = 0
