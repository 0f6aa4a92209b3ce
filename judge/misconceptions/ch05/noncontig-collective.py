"""The all-reduce is given a tensor that is not contiguous.

Why: Indexing usually makes a new, contiguous tensor. With ids that are a transpose, weight[ids]
keeps their order in memory, and a real network would add up the wrong numbers without an error.

Look: Print the strides of the vectors just before the all-reduce.
"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        elsewhere = (ids < self.vocab_start) | (ids >= self.vocab_end)
        vectors = self.weight[torch.where(elsewhere, 0, ids - self.vocab_start)]
        vectors[elsewhere] = 0
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
