"""wrong_answer: the head is left as it is"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        check_shape(embedding.weight, self.weight.shape)
