"""The code asks for a rank's KV heads with the number that one rank holds.

Why: The layer has two such numbers, num_kv_heads and total_num_kv_heads. The heads are those of the
whole model, and it takes the model's number to share them out.

Look: Read the signature of kv_heads_of_rank. Which heads would 4 ranks hold of a model that has as
many as your call says?
"""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        first = self.num_heads + ["k", "v"].index(loaded_shard_id) * self.num_kv_heads
        return first, kv_heads_of_rank(self.tp_rank, self.tp_size, self.num_kv_heads)
