"""wrong_answer: a table of another width is taken"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        mine, other = self.weight.shape, embedding.weight.shape
        if len(self.weight) != len(embedding.weight):
            raise ValueError(f"a head of {tuple(mine)} and an embedding of {tuple(other)}")
        self.weight = embedding.weight
