"""In the segments."""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        first = self.num_heads + ["k", "v"].index(loaded_shard_id) * self.num_kv_heads
        start = self.tp_rank * self.num_kv_heads
        return first, range(start, start + self.num_kv_heads)
