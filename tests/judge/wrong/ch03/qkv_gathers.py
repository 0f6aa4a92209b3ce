"""wrong_answer: the QKV layer gathers its output."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        return super().segment(["q", "k", "v"].index(loaded_shard_id))

    def forward(self, x: Tensor) -> Tensor:
        return self.group.all_gather(super().forward(x))
