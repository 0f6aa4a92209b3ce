"""The two cuts are confused: rows are taken from where the projection lies, and put where the rank
is.

Why: There are two starts, one in the checkpoint's tensor and one in the parameter. Both are numbers
of rows and easily change places.

Look: On one rank: which of the two starts depends on tp_rank?
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight[offset : offset + size]
        param.data[self.tp_rank * size : (self.tp_rank + 1) * size].copy_(shard)
