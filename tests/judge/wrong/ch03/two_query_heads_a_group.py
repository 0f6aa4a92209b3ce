"""wrong_answer: every KV head has two query heads, as in the examples."""


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
        q_size, kv_size = total_num_heads * head_size, total_num_kv_heads * head_size
        super().__init__(hidden_size, [q_size, kv_size, kv_size], group, bias)
        self.num_heads = num_heads
        self.num_kv_heads = num_heads // 2
        self.head_size = head_size
