"""The loader leaves the padding rows as they are, whatever they hold.

Why: No id leads to them, so nobody seems to read them. The LM head multiplies by every row, and
what was there before may be anything, NaN too.

Look: Fill the weight with 99, load a table of 5 rows on 4 ranks, and print the weight of rank 2.
"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        num_owned = self.vocab_end - self.vocab_start
        param.data[:num_owned] = loaded_weight[self.vocab_start : self.vocab_end]
