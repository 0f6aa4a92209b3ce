"""The code deals rows out to the ranks in turn, like cards.

Why: It gives every rank the same number of rows. A rank needs neighbouring rows: those of a head
belong together, and the next layer is cut into neighbours too.

Look: Which rows of the checkpoint's tensor does rank 0 hold, and to which head do they belong?
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        param.data.narrow(0, offset, size).copy_(loaded_weight[self.tp_rank :: self.tp_size])
