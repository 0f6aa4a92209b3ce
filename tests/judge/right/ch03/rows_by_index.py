"""Row numbers on both sides, with index_copy_; lists instead of tuples."""

import itertools

import torch


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        bad = [size for size in output_sizes if size % group.size]
        if bad:
            raise ValueError(f"{bad} on {group.size} ranks")
        super().__init__(input_size, sum(output_sizes), group, bias)
        self.output_sizes = list(output_sizes)

    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        starts = [0, *itertools.accumulate(self.output_sizes)]
        return [
            starts[loaded_shard_id] // self.tp_size,
            self.output_sizes[loaded_shard_id] // self.tp_size,
        ]

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, rows = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (rows * self.tp_size, *param.shape[1:]))
        to = torch.arange(first, first + rows)
        mine = torch.arange(rows) + self.tp_rank * rows
        param.data.index_copy_(0, to, loaded_weight.index_select(0, mine).to(param.dtype))


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        match loaded_shard_id:
            case "q":
                return super().segment(0)
            case "k":
                return super().segment(1)
            case "v":
                return super().segment(2)
        raise ValueError(loaded_shard_id)
