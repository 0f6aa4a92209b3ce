"""The shape of the tensor that is loaded is not checked.

Why: To cut and to copy complain about some shapes by themselves. They stay silent where
broadcasting fits, and where the rows that are cut out happen to be there. A complaint of theirs
does not name the two shapes either.

Look: Load the whole q_proj as k, and look at what the parameter holds.
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        size = len(heads) * self.head_size
        shard = loaded_weight.narrow(0, heads.start * self.head_size, size)
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
