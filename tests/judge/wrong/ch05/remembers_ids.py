"""wrong_answer: the rows of the first ids are used again"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        if not hasattr(self, "known"):
            self.known = self.local_ids(ids)
        rows, elsewhere = self.known
        vectors = F.embedding(rows, self.weight).masked_fill(elsewhere.unsqueeze(-1), 0)
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
