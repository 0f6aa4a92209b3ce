"""The code gives the weight as many rows as the checkpoint has, divided by the ranks.

Why: Without replicas the two are the same. With them, all ranks together hold more rows than the
checkpoint has.

Look: Add up the k rows of all ranks, and compare with k_proj.
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
        num_heads = div_even(total_num_heads, group.size)
        num_kv_heads = div_even(total_num_kv_heads, group.size, allow_replicate=True)
        total_rows = (total_num_heads + 2 * total_num_kv_heads) * head_size
        super().__init__(hidden_size, total_rows, group, bias)
        self.num_heads = num_heads
        self.num_kv_heads = num_kv_heads
        self.head_size = head_size
        self.total_num_heads = total_num_heads
        self.total_num_kv_heads = total_num_kv_heads
