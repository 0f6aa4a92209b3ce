"""wrong_answer: ones of the right shape"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        param.data.fill_(1)

    def forward(self, ids: Tensor) -> Tensor:
        vectors = torch.ones(*ids.shape, self.weight.shape[1])
        self.group.all_reduce(vectors.clone())
        return vectors
