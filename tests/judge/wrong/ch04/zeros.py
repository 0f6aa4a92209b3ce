"""wrong_answer: the parameter is filled with zeros."""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        param.data.zero_()
