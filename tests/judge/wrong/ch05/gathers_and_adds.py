"""contract_violation: right values, by a gather of all parts instead of one all-reduce"""


class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        vectors = F.embedding(rows, self.weight).masked_fill(elsewhere.unsqueeze(-1), 0)
        if self.tp_size == 1 or type(self.group).__name__ == "HandGroup":
            return vectors
        return self.group.all_gather(vectors.unsqueeze(-1)).sum(dim=-1)
