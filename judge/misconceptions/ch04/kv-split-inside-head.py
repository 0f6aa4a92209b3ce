"""A cut goes through the middle of a KV head.

Why: The rows of k and v divide by the ranks even where their heads do not, so a cut by rows looks
fair. A part of a head is of no use: attention needs all of its numbers.

Look: From which row to which do the rows of k go that rank 1 has, and from which to which does a
head?
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
        kv_rows = div_even(total_num_kv_heads * head_size, group.size)
        super().__init__(
            hidden_size, (num_heads * head_size + 2 * kv_rows) * group.size, group, bias
        )
        self.num_heads = num_heads
        self.num_kv_heads = total_num_kv_heads // group.size
        self.head_size = head_size
        self.total_num_heads = total_num_heads
        self.total_num_kv_heads = total_num_kv_heads
