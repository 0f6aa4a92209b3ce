"""Chunks, slices, and segments from a table."""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        for size in output_sizes:
            if size % group.size != 0:
                raise ValueError(f"cannot cut {size} outputs for {group.size} ranks")
        super().__init__(input_size, sum(output_sizes), group, bias)
        self.output_sizes = tuple(output_sizes)

    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        first = 0
        for size in self.output_sizes[:loaded_shard_id]:
            first += size // self.tp_size
        return first, self.output_sizes[loaded_shard_id] // self.tp_size

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, rows = self.segment(loaded_shard_id)
        expected = (rows * self.tp_size,) + tuple(param.shape[1:])
        if tuple(loaded_weight.shape) != expected:
            raise ValueError(f"got {tuple(loaded_weight.shape)}, wanted {expected}")
        param.data[first : first + rows] = loaded_weight.chunk(self.tp_size)[self.tp_rank]


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        q, kv = self.num_heads * self.head_size, self.num_kv_heads * self.head_size
        places = {"q": (0, q), "k": (q, kv), "v": (q + kv, kv)}
        if loaded_shard_id not in places:
            raise ValueError(f"no projection {loaded_shard_id!r}")
        return places[loaded_shard_id]
