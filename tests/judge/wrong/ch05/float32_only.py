"""wrong_answer: the sum is made in float32, and stays so"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight.float()).masked_fill(elsewhere.unsqueeze(-1), 0)
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
