"""wrong_answer: the head has the embedding's numbers, but no parameter"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        check_shape(embedding.weight, self.weight.shape)
        del self.weight
        self.weight = embedding.weight.data
