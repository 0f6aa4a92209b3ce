"""The loader fills self.weight, whichever parameter it is called for.

Why: The weight is what a linear layer is about, and on the weight such a loader is right. But
weight and bias share one loader: param says which of the two is meant.

Look: Call the loader for the bias. Which tensor does your code write to?
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))
        size = len(heads) * self.head_size
        shard = loaded_weight.narrow(0, heads.start * self.head_size, size)
        self.weight.data.narrow(0, first * self.head_size, size).copy_(shard)
