"""Every rank loads the first part of each projection.

Why: A part of the right shape loads without an error, and on rank 0 it is the right one.

Look: Print the parameter of rank 1 and find its first number in the checkpoint's tensor.
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        param.data.narrow(0, offset, size).copy_(loaded_weight[:size])
