"""The shape of the table that is loaded is not checked.

Why: Copying complains about some shapes by itself. Rows that are too many are never looked at, and
one row or one column is repeated by broadcasting. A complaint of its own does not name the two
shapes either.

Look: Load a table with one row more than the vocabulary, and one with a single column.
"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        num_owned = self.vocab_end - self.vocab_start
        param.data[:num_owned] = loaded_weight[self.vocab_start : self.vocab_end]
        param.data[num_owned:] = 0
