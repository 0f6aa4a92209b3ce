"""With chunk."""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        param.data.copy_(loaded_weight.chunk(self.tp_size)[self.tp_rank])
