"""The loader cuts columns instead of rows.

Why: In the maths the weight is written [in, out], and columns are outputs. PyTorch stores [out,
in], turned by 90 degrees.

Look: Write down the shape of k_proj and what its first number counts.
"""


class GroupedQKVParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        size = len(heads) * self.head_size
        shard = loaded_weight.narrow(loaded_weight.ndim - 1, heads.start * self.head_size, size)
        param.data.narrow(0, first * self.head_size, size).copy_(shard)
