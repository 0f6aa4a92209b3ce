"""With narrow, which takes the first rows of a larger tensor."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)
        param.data.narrow(0, offset, size).copy_(shard)
