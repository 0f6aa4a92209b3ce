"""wrong_answer: the ids come back"""


class VocabParallelEmbedding:
    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        return ids, torch.zeros_like(ids, dtype=torch.bool)

    def forward(self, ids: Tensor) -> Tensor:
        return ids
