"""runtime_error: the padding is cut off the table that is shared"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        check_shape(embedding.weight, self.weight.shape)
        owned = embedding.weight.data[: self.vocab_end - self.vocab_start]
        self.weight = torch.nn.Parameter(owned, requires_grad=False)
