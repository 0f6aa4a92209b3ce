"""The code computes the head size as the hidden size divided by the number of heads.

Why: So it is in many models, and older code computes it. In Qwen3-0.6B hidden is 1024 and 16 heads
of 128 are 2048: the head size is a number of its own.

Look: Compare head_size with hidden_size / total_num_heads in the failing example.
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
        head_size = hidden_size // total_num_heads
        q_size, kv_size = total_num_heads * head_size, total_num_kv_heads * head_size
        super().__init__(hidden_size, [q_size, kv_size, kv_size], group, bias)
        self.num_heads = num_heads
        self.num_kv_heads = num_kv_heads
        self.head_size = head_size
