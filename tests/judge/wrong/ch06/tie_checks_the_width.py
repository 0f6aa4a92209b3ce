"""wrong_answer: a table of another height is taken"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        mine, other = self.weight.shape, embedding.weight.shape
        if mine[1] != other[1]:
            raise ValueError(f"a head of {tuple(mine)} and an embedding of {tuple(other)}")
        self.weight = embedding.weight
