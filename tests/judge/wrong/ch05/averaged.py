"""wrong_answer: the mean over the ranks"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight).masked_fill(elsewhere.unsqueeze(-1), 0)
        return self.group.all_reduce(vectors) / self.tp_size
