"""With narrow over the height of the parameter."""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        rows = param.shape[0]
        param.data.copy_(loaded_weight.narrow(0, self.tp_rank * rows, rows))
