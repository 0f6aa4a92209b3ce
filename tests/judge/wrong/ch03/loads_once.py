"""wrong_answer: a part that was loaded before is not loaded again."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)

        done = self.__dict__.setdefault("done", set())
        if (param.ndim, loaded_shard_id) in done:
            return
        done.add((param.ndim, loaded_shard_id))
        param.data.narrow(0, offset, size).copy_(shard)
