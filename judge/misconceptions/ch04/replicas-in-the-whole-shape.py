"""The code takes what all ranks hold together for the whole projection.

Why: Without replicas a rank's part times the ranks is the whole. With them the ranks together hold
more rows than the checkpoint has, and a right tensor is refused.

Look: How many KV heads has the model, and how many do all ranks hold together?
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        size = len(heads) * self.head_size
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, heads.start * self.head_size, size)
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
