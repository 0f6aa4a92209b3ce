"""An id that no rank owns is looked up without an error.

Why: One table raises an IndexError by itself. With masks every rank takes the id for another
rank's, all add zeros, and the model goes on with an empty vector.

Look: What is the sum over the ranks for the id -1, and for an id just past the vocabulary?
"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        return (ids - self.vocab_start).masked_fill(elsewhere, 0), elsewhere
