"""wrong_answer: every rank takes what rank 0 has"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight).masked_fill(elsewhere.unsqueeze(-1), 0)
        return self.group.broadcast(vectors)
