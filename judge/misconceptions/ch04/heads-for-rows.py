"""The loader counts heads where rows are wanted.

Why: All that segment tells is in heads, and its numbers look like those that narrow wants. Each
head has head_size rows, and narrow counts rows.

Look: Which rows of k_proj are those of KV head 1?
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))

        shard = loaded_weight.narrow(0, heads.start, len(heads))
        param.data.narrow(0, first, len(heads)).copy_(shard)
