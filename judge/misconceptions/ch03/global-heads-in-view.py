"""The code takes the whole model's number of heads for the layer's own.

Why: The configuration gives these numbers, and attention of one rank uses them to split the output.
On a rank there are fewer heads.

Look: Multiply num_heads + 2 * num_kv_heads by head_size and compare with the rows of the weight.
"""


class QKVParallelLinear:
    def __init__(
        self,
        hidden_size: int,
        head_size: int,
        total_num_heads: int,
        total_num_kv_heads: int,
        group: TPGroup,
        bias: bool = False,
    ):
        divide(total_num_heads, group.size)
        divide(total_num_kv_heads, group.size)
        q_size, kv_size = total_num_heads * head_size, total_num_kv_heads * head_size
        super().__init__(hidden_size, [q_size, kv_size, kv_size], group, bias)
        self.num_heads = total_num_heads
        self.num_kv_heads = total_num_kv_heads
        self.head_size = head_size
