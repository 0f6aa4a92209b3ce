"""The code gives every rank the query heads of rank 0.

Why: On a rank its own heads are the first, second and so on. The range numbers heads of the whole
model, and those of rank 1 come after those of rank 0.

Look: Which query heads of the checkpoint does rank 1 need?
"""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, range(self.num_heads)
        first = self.num_heads + ["k", "v"].index(loaded_shard_id) * self.num_kv_heads
        return first, kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)
