"""The padding rows are left as they are, whatever they hold.

Why: No id leads to them, so nobody seems to read them. The LM head multiplies by every row, and
memory from torch.empty holds anything, NaN too.

Look: Fill the weight with 99, load a table of 5 rows on 4 ranks, and print the weight of rank 2.
"""


class VocabParallelEmbedding:
    def __init__(self, num_embeddings: int, embedding_dim: int, group: TPGroup):
        super().__init__()
        self.group = group
        self.tp_rank = group.rank
        self.tp_size = group.size
        self.num_embeddings = num_embeddings
        self.vocab_start, self.vocab_end = vocab_range(num_embeddings, group.rank, group.size)
        rows = math.ceil(num_embeddings / group.size)
        self.weight = nn.Parameter(torch.empty(rows, embedding_dim), requires_grad=False)
        self.weight.weight_loader = self.weight_loader

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        num_owned = self.vocab_end - self.vocab_start
        param.data[:num_owned] = loaded_weight[self.vocab_start : self.vocab_end]
