"""wrong_answer: where heads are replicated, the segment has its own rule."""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        first = self.num_heads + ["k", "v"].index(loaded_shard_id) * self.num_kv_heads
        if self.total_num_kv_heads < self.tp_size and self.tp_size > 4:
            return first, range(self.tp_rank % self.total_num_kv_heads, self.total_num_kv_heads)
        return first, kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)
