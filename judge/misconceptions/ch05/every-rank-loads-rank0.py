"""Every rank loads the rows of rank 0.

Why: A shard of the right shape loads without an error, whichever part of the table it is.

Look: Print the weight of rank 1 and find its first row in the checkpoint's table.
"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        num_owned = self.vocab_end - self.vocab_start
        param.data[:num_owned] = loaded_weight[:num_owned]
        param.data[num_owned:] = 0
