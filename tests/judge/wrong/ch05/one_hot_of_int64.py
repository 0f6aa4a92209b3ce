"""runtime_error: one_hot takes int64 only, and the ids may be int32"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        one_hot = F.one_hot(rows, len(self.weight)).to(self.weight.dtype)
        vectors = one_hot.masked_fill(elsewhere.unsqueeze(-1), 0) @ self.weight
        vectors = vectors.contiguous()
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
