"""Every rank makes room for the whole table.

Why: The layer is told the whole vocabulary, and a single rank needs exactly that. The table is
the largest weight of a small model: here its rows are shared out.

Look: Add up the rows of all ranks.
"""


class VocabParallelEmbedding:
    def __init__(self, num_embeddings: int, embedding_dim: int, group: TPGroup):
        super().__init__()
        self.group = group
        self.tp_rank = group.rank
        self.tp_size = group.size
        self.num_embeddings = num_embeddings
        self.vocab_start, self.vocab_end = vocab_range(num_embeddings, group.rank, group.size)
        weight = torch.zeros(num_embeddings, embedding_dim)
        self.weight = nn.Parameter(weight, requires_grad=False)
        self.weight.weight_loader = self.weight_loader
