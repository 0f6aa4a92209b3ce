"""In the layer of q, k and v."""


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
        self.num_heads = divide(total_num_heads, group.size)
        self.num_kv_heads = divide(total_num_kv_heads, group.size)
        self.head_size = head_size
