"""The tie gives the embedding the head's weight, and the embedding's table is gone.

Why: Either way the two share one weight afterwards. But the docstring says whose it is: what the
embedding held must still be there.

Look: Print the embedding's weight before the tie and after it.
"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        check_shape(embedding.weight, self.weight.shape)
        embedding.weight = self.weight
