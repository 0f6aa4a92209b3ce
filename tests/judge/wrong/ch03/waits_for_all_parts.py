"""wrong_answer: nothing is copied until all parts have come."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, self.tp_rank * size, size).clone()
        came = self.__dict__.setdefault("came", {}).setdefault(param.ndim, {})
        came[offset] = shard
        if sum(map(len, came.values())) < len(param):
            return
        for first, part in came.items():
            param.data.narrow(0, first, len(part)).copy_(part)
