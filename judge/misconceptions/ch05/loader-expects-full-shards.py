"""The loader copies a full shard on every rank.

Why: A param.copy_ of one piece is enough where the vocabulary divides. The last ranks have fewer
rows than the parameter, and torch.chunk may even make fewer pieces than there are ranks.

Look: Print the shapes of the pieces of a table of 5 rows on 4 ranks.
"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        param.data.copy_(loaded_weight[self.vocab_start : self.vocab_end])
