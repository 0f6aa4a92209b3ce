"""wrong_answer: a loader of its own, which leaves the bias."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        return super().segment(["q", "k", "v"].index(loaded_shard_id))

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        if param.ndim > 1:
            super().weight_loader(param, loaded_weight, loaded_shard_id)
