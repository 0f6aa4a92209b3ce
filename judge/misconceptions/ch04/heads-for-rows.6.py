"""In the shape that is asked for."""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        check_shape(loaded_weight, (total, *param.shape[1:]))
        size = len(heads) * self.head_size
        shard = loaded_weight.narrow(0, heads.start * self.head_size, size)
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
