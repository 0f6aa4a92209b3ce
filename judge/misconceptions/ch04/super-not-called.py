"""The constructor does not call that of its base class.

Why: A constructor of one's own seems to take the place of the other. But the base class makes the
parameters, and nn.Module can hold none before its own __init__ has run.

Look: Which line of your constructor makes self.weight?
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
        self.num_heads = div_even(total_num_heads, group.size)
        self.num_kv_heads = div_even(total_num_kv_heads, group.size, allow_replicate=True)
        self.head_size = head_size
        self.total_num_heads = total_num_heads
        self.total_num_kv_heads = total_num_kv_heads
