"""The code replicates query heads like KV heads.

Why: One rule for all heads is tempting. A query head gives a part of the output, and held twice it
would be counted twice.

Look: Which output does each query head make, and who adds them up?
"""


class GroupedQKVParallelLinear:
    def __init__(
        self,
        hidden_size: int,
        head_size: int,
        total_num_heads: int,
        total_num_kv_heads: int,
        group: TPGroup,
        bias: bool = False,
    ):
        num_heads = div_even(total_num_heads, group.size, allow_replicate=True)
        num_kv_heads = div_even(total_num_kv_heads, group.size, allow_replicate=True)
        local_rows = (num_heads + 2 * num_kv_heads) * head_size
        super().__init__(hidden_size, local_rows * group.size, group, bias)
        self.num_heads = num_heads
        self.num_kv_heads = num_kv_heads
        self.head_size = head_size
        self.total_num_heads = total_num_heads
        self.total_num_kv_heads = total_num_kv_heads
