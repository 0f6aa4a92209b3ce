"""The code leaves out v.

Why: The heads are counted as query heads and KV heads, two numbers, so there seem to be two parts.
Each KV head has rows of k and rows of v.

Look: Which projections of the checkpoint have to find room in this weight?
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
        num_heads = divide(total_num_heads, group.size)
        num_kv_heads = divide(total_num_kv_heads, group.size)
        q_size, kv_size = total_num_heads * head_size, total_num_kv_heads * head_size
        super().__init__(hidden_size, [q_size, kv_size], group, bias)
        self.num_heads = num_heads
        self.num_kv_heads = num_kv_heads
        self.head_size = head_size
