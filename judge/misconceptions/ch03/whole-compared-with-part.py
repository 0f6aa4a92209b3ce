"""The whole tensor is compared with the shape of one rank's part.

Why: The rows that a rank copies look like the ones to ask for. The loader is given the whole
projection, of which they are a part: on several ranks a right tensor is refused.

Look: Put the two shapes of the error below each other. Which number differs, and how many times is
it the other one?
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)
        param.data.narrow(0, offset, size).copy_(shard)
