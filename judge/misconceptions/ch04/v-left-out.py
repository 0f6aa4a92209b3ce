"""The code counts the KV heads once, and leaves out v.

Why: The heads are counted as query heads and KV heads, two numbers, so there seem to be two parts.
Each KV head has rows of k and rows of v.

Look: Which projections of the checkpoint have to find room in this weight?
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
        local_rows = (num_heads + num_kv_heads) * head_size
        super().__init__(hidden_size, local_rows * group.size, group, bias)
        self.num_heads = num_heads
        self.num_kv_heads = num_kv_heads
        self.head_size = head_size
        self.total_num_heads = total_num_heads
        self.total_num_kv_heads = total_num_kv_heads
