"""Slices of the checkpoint's tensors are kept, and the tensors with them.

Why: The parts arrive one by one, and keeping them until all are there looks cheap. A slice points
into the memory of the whole tensor and keeps all of it alive, on every rank.

Look: Which attributes of the layer still refer to what was loaded?
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)
        self.loaded = {**getattr(self, "loaded", {}), (param.ndim, loaded_shard_id): shard}
        param.data.narrow(0, offset, size).copy_(shard)
