"""The code makes the table of memory that it does not write.

Why: A loader will fill it, so zeros look like work for nothing. The class promises a table of
zeros: torch.empty gives whatever the memory held, NaN too, and a row that nobody loads keeps it.

Look: Which rows of the weight does your constructor write?
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
