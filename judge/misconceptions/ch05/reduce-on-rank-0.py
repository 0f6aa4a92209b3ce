"""Only rank 0 calls the all-reduce.

Why: One rank is enough to add up, so the others seem to have nothing to do. A collective is a
meeting: it waits for every rank of the group, and brings the sum to every rank.

Look: Which line does each rank stand at?
"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(-1), 0)
        if self.tp_rank == 0 and self.tp_size > 1:
            vectors = self.group.all_reduce(vectors)
        return vectors
