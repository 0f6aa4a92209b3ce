"""The code counts the segments of q, k and v in heads.

Why: The layer is told how many heads there are. Its parameter has head_size rows for each of them,
and that is what is copied.

Look: Multiply the heads of one rank by head_size and compare with the rows of the parameter.
"""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        index = ["q", "k", "v"].index(loaded_shard_id)
        starts = [0, self.num_heads, self.num_heads + self.num_kv_heads]
        return starts[index], self.num_heads if index == 0 else self.num_kv_heads
