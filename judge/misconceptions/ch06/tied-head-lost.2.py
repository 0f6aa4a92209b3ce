"""As a parameter of its own."""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        check_shape(embedding.weight, self.weight.shape)
        self.weight = torch.nn.Parameter(embedding.weight.detach().clone(), requires_grad=False)
