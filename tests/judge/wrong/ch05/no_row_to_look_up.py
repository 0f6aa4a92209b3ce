"""runtime_error: only rows that are owned are looked up, and a rank may own none"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        own = self.weight[: self.vocab_end - self.vocab_start]
        vectors = F.embedding(rows, own).masked_fill(elsewhere.unsqueeze(-1), 0)
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
