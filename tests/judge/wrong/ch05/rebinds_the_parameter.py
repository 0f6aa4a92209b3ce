"""wrong_answer: a new parameter takes the place of the one that is loaded"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        weight = torch.zeros_like(param)
        rows = loaded_weight[self.vocab_start : self.vocab_end]
        weight[: len(rows)] = rows
        self.weight = nn.Parameter(weight, requires_grad=False)
