"""The loader takes a segment for a start and an end.

Why: Slices in Python are written that way. The second number of a segment is how many rows it has;
for the first projection the two are the same.

Look: Print segment(1) for output_sizes [4, 4] on 2 ranks. How many rows is your code left with?
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, last = self.segment(loaded_shard_id)
        size = last - first
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        param.data[first:last].copy_(loaded_weight[self.tp_rank * size : (self.tp_rank + 1) * size])
