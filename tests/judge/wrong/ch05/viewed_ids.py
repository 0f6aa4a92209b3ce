"""runtime_error: view flattens the ids, which must be contiguous for that"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids.view(-1))
        vectors = F.embedding(rows, self.weight).masked_fill(elsewhere.unsqueeze(1), 0)
        vectors = self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
        return vectors.view(*ids.shape, -1)
