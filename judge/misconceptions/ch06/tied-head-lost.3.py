"""The embedding gets the head's memory, and its table is gone."""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        check_shape(embedding.weight, self.weight.shape)
        embedding.weight = self.weight
