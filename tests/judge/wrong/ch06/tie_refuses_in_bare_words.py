"""wrong_answer: the refusal names no shape"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        if embedding.weight.shape != self.weight.shape:
            raise ValueError("the tables differ")
        self.weight = embedding.weight
