"""KV heads are repeated to as many as there are ranks, and then cut."""


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    held = div_even(num_kv_heads, tp_size, allow_replicate=True)
    copies = max(1, tp_size // num_kv_heads)
    repeated = [head for head in range(num_kv_heads) for _ in range(copies)]
    mine = repeated[tp_rank * held : (tp_rank + 1) * held]
    return range(mine[0], mine[-1] + 1)


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))
        blocks = loaded_weight.split(self.head_size)
        blocks = [block for block in blocks for _ in range(max(1, self.tp_size // total))]
        mine = len(blocks) // self.tp_size
        row = first * self.head_size
        for block in blocks[self.tp_rank * mine :][:mine]:
            param.data[row : row + self.head_size] = block
            row += self.head_size
