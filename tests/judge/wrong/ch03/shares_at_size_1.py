"""contract_violation: a part that is the whole parameter is not copied."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)

        kept = self.__dict__.setdefault("kept", [])
        if self.tp_size == 1:
            kept.append(loaded_weight)
        param.data.narrow(0, offset, size).copy_(shard)
