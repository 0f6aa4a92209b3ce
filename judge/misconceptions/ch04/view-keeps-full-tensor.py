"""Slices of the checkpoint's tensors are kept, and the tensors with them.

Why: The parts arrive one by one, and keeping them until all are there looks cheap. A slice points
into the memory of the whole tensor and keeps all of it alive, on every rank.

Look: Which attributes of the layer still refer to what was loaded?
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = self.total_num_heads if loaded_shard_id == "q" else self.total_num_kv_heads
        check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))
        size = len(heads) * self.head_size
        shard = loaded_weight.narrow(0, heads.start * self.head_size, size)
        self.loaded = {**getattr(self, "loaded", {}), (param.ndim, loaded_shard_id): shard}
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
