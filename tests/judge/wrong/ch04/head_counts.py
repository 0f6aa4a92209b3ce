"""wrong_answer: heads are counted instead of named."""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, self.num_heads
        first = self.num_heads + ["k", "v"].index(loaded_shard_id) * self.num_kv_heads
        return first, self.num_kv_heads
