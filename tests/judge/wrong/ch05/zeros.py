"""wrong_answer: zeros of the right shape"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        param.data.zero_()

    def forward(self, ids: Tensor) -> Tensor:
        vectors = torch.zeros(*ids.shape, self.weight.shape[1])
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
