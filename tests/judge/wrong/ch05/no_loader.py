"""wrong_answer: the weight has no loader"""


class VocabParallelEmbedding:
    def __init__(self, num_embeddings: int, embedding_dim: int, group: TPGroup):
        super().__init__()
        self.group = group
        self.tp_rank = group.rank
        self.tp_size = group.size
        self.num_embeddings = num_embeddings
        self.vocab_start, self.vocab_end = vocab_range(num_embeddings, group.rank, group.size)
        rows = math.ceil(num_embeddings / group.size)
        self.weight = nn.Parameter(torch.zeros(rows, embedding_dim), requires_grad=False)
