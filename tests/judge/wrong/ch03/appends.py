"""wrong_answer: parts are put below each other in the order in which they come."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)

        rows = self.__dict__.setdefault("rows", {})
        offset = rows.get(param.ndim, 0) % param.shape[0]
        rows[param.ndim] = offset + size
        param.data.narrow(0, offset, size).copy_(shard)
