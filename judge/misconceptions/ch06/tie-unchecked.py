"""A table of another shape is tied without a word.

Why: An assignment never complains. The head then gives logits of another vocabulary, or fails far
away in the product.

Look: Tie a head of 10 ids to an embedding of 12, and print the shape of its weight.
"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        self.weight = embedding.weight
