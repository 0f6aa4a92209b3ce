"""The code divides rows, not heads, so that a cut may go through a head.

Why: The base class only sees rows, and those may divide where the heads do not: 6 heads of 2 rows
are 12 rows, 3 for each of 4 ranks. Half a head is of no use to attention.

Look: How many whole heads does each rank hold?
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
        q_size, kv_size = total_num_heads * head_size, total_num_kv_heads * head_size
        super().__init__(hidden_size, [q_size, kv_size, kv_size], group, bias)
        self.num_heads = total_num_heads // group.size
        self.num_kv_heads = total_num_kv_heads // group.size
        self.head_size = head_size
