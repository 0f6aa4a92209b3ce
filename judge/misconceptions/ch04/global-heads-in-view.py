"""The code takes the whole model's number of heads for the layer's own.

Why: The configuration gives these numbers, and attention of one rank uses them to split the output.
On a rank there are fewer heads.

Look: Multiply num_heads + 2 * num_kv_heads by head_size and compare with the rows of the weight.
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
        local_rows = (num_heads + 2 * num_kv_heads) * head_size
        super().__init__(hidden_size, local_rows * group.size, group, bias)
        self.num_heads = self.total_num_heads = total_num_heads
        self.num_kv_heads = self.total_num_kv_heads = total_num_kv_heads
        self.head_size = head_size
