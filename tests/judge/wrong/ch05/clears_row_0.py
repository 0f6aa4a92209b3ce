"""wrong_answer: row 0 of the table is set to zero instead of the vectors"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        if elsewhere.any():
            self.weight.data[0] = 0
        vectors = F.embedding(rows, self.weight)
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
