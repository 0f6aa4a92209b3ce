"""Views of the parameter, split once; parameters made by the base class; ids may be numbers too."""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        self_sizes = [divide(size, group.size) for size in output_sizes]
        nn.Module.__init__(self)
        ColumnParallelLinear.__init__(self, input_size, group.size * sum(self_sizes), group, bias)
        self.output_sizes = list(output_sizes)
        self.local_sizes = self_sizes

    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        ends = [0]
        for size in self.output_sizes:
            ends.append(ends[-1] + divide(size, self.tp_size))
        return ends[loaded_shard_id], ends[loaded_shard_id + 1] - ends[loaded_shard_id]

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        above, rows = self.segment(loaded_shard_id)
        check_shape(loaded_weight, [rows * self.tp_size, *param.shape[1:]])
        below = param.shape[0] - above - rows
        target = param.data.split([above, rows, below])[1]
        target.copy_(loaded_weight.tensor_split(self.tp_size)[self.tp_rank])


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
        counts = [total_num_heads, total_num_kv_heads, total_num_kv_heads]
        local = [divide(count, group.size) for count in counts]
        super().__init__(hidden_size, [count * head_size for count in counts], group, bias)
        self.num_heads, self.num_kv_heads, _ = local
        self.head_size = head_size

    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        for number, name in enumerate(("q", "k", "v")):
            if loaded_shard_id in (name, number):
                return super().segment(number)
        raise ValueError(f"{loaded_shard_id} is none of q, k, v")

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        super().weight_loader(param, loaded_weight, {"q": 0, "k": 1, "v": 2}[loaded_shard_id])
