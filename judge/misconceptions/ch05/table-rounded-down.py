"""The height of a rank's table is rounded down.

Why: Other sizes were chosen so that they divide. A vocabulary is any number, and where it does not
divide, the first ranks own one id more than the rounded number.

Look: With 5 ids on 4 ranks, how many ids does rank 0 own, and how many rows has its table?
"""


class VocabParallelEmbedding:
    def __init__(self, num_embeddings: int, embedding_dim: int, group: TPGroup):
        super().__init__()
        self.group = group
        self.tp_rank = group.rank
        self.tp_size = group.size
        self.num_embeddings = num_embeddings
        self.vocab_start, self.vocab_end = vocab_range(num_embeddings, group.rank, group.size)
        rows = num_embeddings // group.size
        self.weight = nn.Parameter(torch.zeros(rows, embedding_dim), requires_grad=False)
        self.weight.weight_loader = self.weight_loader
