"""The loader fills self.weight, whichever parameter it is called for.

Why: The weight is what a linear layer is about, and on the weight such a loader is right. But
weight and bias share one loader: param says which of the two is meant.

Look: Call the loader for the bias. Which tensor does your code write to?
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)
        self.weight.data.narrow(0, offset, size).copy_(shard)
