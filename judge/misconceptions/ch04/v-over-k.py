"""The code lets the heads of v begin where those of k do.

Why: Both have the same heads and the same sizes, but not the same rows: v comes after k.

Look: Load k, then v, and look at what the parameter holds of k.
"""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        ["k", "v"].index(loaded_shard_id)
        return self.num_heads, kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)
