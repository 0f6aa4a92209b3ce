"""The whole table is compared with the shape of one rank's part.

Why: The shape of param looks like the one to ask for. It is that of this rank's rows, and the
loader is given the whole table: on several ranks a right one is refused.

Look: Put the two shapes of the error below each other. Which number differs, and how many times is
it the other one?
"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, param.shape)
        num_owned = self.vocab_end - self.vocab_start
        param.data[:num_owned] = loaded_weight[self.vocab_start : self.vocab_end]
        param.data[num_owned:] = 0
