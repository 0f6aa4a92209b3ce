"""The heads are counted where rows are wanted.

Why: A head number looks like a start. Each head has head_size rows, and narrow counts rows.

Look: Which rows of k_proj are those of KV head 1?
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))
        size = len(heads) * self.head_size
        shard = loaded_weight.narrow(0, heads.start, size)
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
