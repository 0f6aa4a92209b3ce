"""The code numbers the heads from 0 on each rank.

Why: On a rank its own heads are the first, second and so on. The checkpoint numbers all heads of
the model, and that is where they are looked up.

Look: Which heads of the checkpoint does rank 1 need?
"""


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        first = {"q": 0, "k": self.num_heads, "v": self.num_heads + self.num_kv_heads}
        if loaded_shard_id not in first:
            raise ValueError(f"there is no {loaded_shard_id}")
        start = first[loaded_shard_id]
        size = self.num_heads if loaded_shard_id == "q" else self.num_kv_heads
        return start, range(start, start + size)
