"""The code acts as if there were as many KV heads as query heads.

Why: So it was before grouped-query attention, where q, k and v have the same shape. Here several
query heads share one KV head.

Look: How many rows has k_proj of Qwen3-0.6B, and how many q_proj?
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
        divide(total_num_kv_heads, group.size)
        super().__init__(hidden_size, [total_num_heads * head_size] * 3, group, bias)
        self.num_heads = num_heads
        self.num_kv_heads = num_heads
        self.head_size = head_size
