"""contract_violation: the weight is a slice of a whole table"""


class VocabParallelEmbedding:
    def __init__(self, num_embeddings: int, embedding_dim: int, group: TPGroup):
        super().__init__()
        self.group = group
        self.tp_rank = group.rank
        self.tp_size = group.size
        self.num_embeddings = num_embeddings
        self.vocab_start, self.vocab_end = vocab_range(num_embeddings, group.rank, group.size)
        rows = math.ceil(num_embeddings / group.size)
        whole = torch.zeros(rows * group.size, embedding_dim)
        self.weight = nn.Parameter(whole[:rows], requires_grad=False)
        self.weight.weight_loader = self.weight_loader
