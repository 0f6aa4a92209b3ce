"""wrong_answer: every other id is v."""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        first = self.num_heads + (0 if loaded_shard_id == "k" else self.num_kv_heads)
        return first, kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)
