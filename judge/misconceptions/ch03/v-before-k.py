"""The code stacks the parts as q, v, k.

Why: Any order loads without an error, since k and v have the same shape. Whoever splits the output
expects q, then k, then v.

Look: Which rows hold k in the example of the docstring?
"""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        return super().segment(["q", "v", "k"].index(loaded_shard_id))
