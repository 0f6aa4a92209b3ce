"""Loading one projection erases the others.

Why: A loader that makes the whole parameter anew is right for a layer of one projection. Here it is
called once for each, and must leave the rest alone.

Look: Load q, then k, and look at the rows of q.
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))
        size = len(heads) * self.head_size
        param.data.zero_()
        shard = loaded_weight.narrow(0, heads.start * self.head_size, size)
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
