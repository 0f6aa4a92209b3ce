"""The parts of the whole model are counted, not those of this rank.

Why: The configuration's head counts are right on one rank. With more ranks a parameter is shorter:
so are the parts before a segment.

Look: How many heads has the parameter of one rank in all, and is your last segment inside it?
"""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            return 0, range(self.tp_rank * self.num_heads, (self.tp_rank + 1) * self.num_heads)
        first = self.total_num_heads + ["k", "v"].index(loaded_shard_id) * self.total_num_kv_heads
        return first, kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)
