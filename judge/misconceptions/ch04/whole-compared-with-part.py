"""The whole tensor is compared with the shape of one rank's part.

Why: The rows that a rank copies look like the ones to ask for. The loader is given the whole
projection, of which they are a part: on several ranks a right tensor is refused.

Look: Put the two shapes of the error below each other. Which number differs, and how many times is
it the other one?
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        size = len(heads) * self.head_size
        check_shape(loaded_weight, (size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, heads.start * self.head_size, size)
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
