"""The code counts the first number of a segment in rows.

Why: The loader copies rows, so rows come to mind. This method counts heads, and whoever uses it
multiplies by head_size.

Look: Divide your first number by head_size.
"""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        first = self.num_heads + ["k", "v"].index(loaded_shard_id) * self.num_kv_heads
        heads = kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)
        return first * self.head_size, heads
