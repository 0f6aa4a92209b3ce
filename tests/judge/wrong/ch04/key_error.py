"""wrong_answer: an id that there is not is a KeyError."""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        kv = kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)
        q = range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        first = {"q": 0, "k": self.num_heads, "v": self.num_heads + self.num_kv_heads}
        return first[loaded_shard_id], q if loaded_shard_id == "q" else kv
