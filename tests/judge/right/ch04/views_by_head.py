"""The tensors are seen as heads; the base class makes the parameters."""


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
        self_heads = div_even(total_num_heads, group.size)
        held = kv_heads_of_rank(group.rank, group.size, total_num_kv_heads)
        rows = (self_heads + 2 * len(held)) * head_size
        super(ColumnParallelLinear, self).__init__(hidden_size, rows, group, bias, tp_dim=0)
        self.num_heads, self.num_kv_heads = self_heads, len(held)
        self.total_num_heads, self.total_num_kv_heads = total_num_heads, total_num_kv_heads
        self.head_size = head_size

    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        if loaded_shard_id == "q":
            start = self.tp_rank * self.num_heads
            return [0, range(self.total_num_heads)[start : start + self.num_heads]]
        if loaded_shard_id not in ("k", "v"):
            raise ValueError(f"{loaded_shard_id} is none of q, k and v")
        first = self.num_heads + (self.num_kv_heads if loaded_shard_id == "v" else 0)
        return [first, kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)]

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        expected = (total * self.head_size, *param.shape[1:])
        if loaded_weight.shape != expected:
            raise ValueError(f"{list(loaded_weight.shape)} is not {list(expected)}")
        local = param.data.unflatten(0, (-1, self.head_size))  # (heads, head_size, ...)
        whole = loaded_weight.unflatten(0, (-1, self.head_size))
        local[first : first + len(heads)] = whole[heads.start : heads.stop]
