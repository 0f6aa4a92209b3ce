"""The code gives the tied head a weight of its own.

Why: A copy holds the same numbers at the moment of the tie. The checkpoint is loaded later, often
without an lm_head.weight, and then the head keeps what it had.

Look: Tie first, then change the embedding's weight in place, and print the head's.
"""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        check_shape(embedding.weight, self.weight.shape)
        self.weight.data.copy_(embedding.weight.data)
