"""The tables are cut like that too."""


class VocabParallelEmbedding:
    def __init__(self, num_embeddings: int, embedding_dim: int, group: TPGroup):
        super().__init__()
        self.group = group
        self.tp_rank = group.rank
        self.tp_size = group.size
        self.num_embeddings = num_embeddings
        rows = num_embeddings // group.size
        self.vocab_start, self.vocab_end = group.rank * rows, (group.rank + 1) * rows
        self.weight = nn.Parameter(torch.zeros(rows, embedding_dim), requires_grad=False)
        self.weight.weight_loader = self.weight_loader
