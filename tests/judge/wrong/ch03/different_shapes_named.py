"""wrong_answer: the message of a wrong shape names one of the two."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        if list(loaded_weight.shape) != [size * self.tp_size, *param.shape[1:]]:
            raise ValueError(f"cannot load {tuple(loaded_weight.shape)}")
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)
        param.data.narrow(0, offset, size).copy_(shard)
